/** An idempotency store in the memory of one process. */
@NullMarked
package dev.reprise.idempotency.store.memory;

import org.jspecify.annotations.NullMarked;
