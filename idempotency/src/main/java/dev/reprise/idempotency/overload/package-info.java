/**
 * The capacity of a server, and slots for the retries of refused requests: {@link
 * dev.reprise.idempotency.overload.SlotReservations}, for filters and interceptors. Safe for use by
 * any thread; no parameter or result is null unless it says so.
 */
@NullMarked
package dev.reprise.idempotency.overload;

import org.jspecify.annotations.NullMarked;
