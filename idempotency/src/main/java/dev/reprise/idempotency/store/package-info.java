/**
 * Stores of leases and outcomes: the interface {@link
 * dev.reprise.idempotency.store.IdempotencyStore}, a store in memory and one in files.
 */
@NullMarked
package dev.reprise.idempotency.store;

import org.jspecify.annotations.NullMarked;
