/**
 * A guarded call: it claims the key, runs the operation or waits for the holder, and records or
 * replays the outcome.
 */
@NullMarked
package dev.reprise.idempotency.internal.call;

import org.jspecify.annotations.NullMarked;
