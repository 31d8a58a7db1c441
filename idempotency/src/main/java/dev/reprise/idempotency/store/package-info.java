/**
 * The interface {@link dev.reprise.idempotency.store.IdempotencyStore} of stores of leases and
 * outcomes, its arguments and its results.
 */
@NullMarked
package dev.reprise.idempotency.store;

import org.jspecify.annotations.NullMarked;
