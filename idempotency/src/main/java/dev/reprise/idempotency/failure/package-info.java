/** Exceptions of guarded calls that neither recorded an outcome nor replayed one. */
@NullMarked
package dev.reprise.idempotency.failure;

import org.jspecify.annotations.NullMarked;
