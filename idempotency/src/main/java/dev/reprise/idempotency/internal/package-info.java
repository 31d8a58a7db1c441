/** SHA-256 digests of keys, fingerprints and files. */
@NullMarked
package dev.reprise.idempotency.internal;

import org.jspecify.annotations.NullMarked;
