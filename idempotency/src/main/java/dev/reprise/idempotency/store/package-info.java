/**
 * The interface {@link dev.reprise.idempotency.store.IdempotencyStore} of stores of leases and
 * outcomes, its arguments and its results.
 *
 * <p>Arguments and results are not null unless their type is {@code @Nullable}. All types of
 * arguments and results are immutable.
 */
@NullMarked
package dev.reprise.idempotency.store;

import org.jspecify.annotations.NullMarked;
