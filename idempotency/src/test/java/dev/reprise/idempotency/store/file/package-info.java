@NullMarked
package dev.reprise.idempotency.store.file;

import org.jspecify.annotations.NullMarked;
