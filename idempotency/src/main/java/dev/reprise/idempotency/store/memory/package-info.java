/**
 * An idempotency store in the memory of one process.
 *
 * <p>Arguments and results are not null unless their type is {@code @Nullable}.
 */
@NullMarked
package dev.reprise.idempotency.store.memory;

import org.jspecify.annotations.NullMarked;
