/**
 * Results of guarded calls, and the codecs that write values for a store: {@link
 * dev.reprise.idempotency.outcome.GuardedResult} and {@link
 * dev.reprise.idempotency.outcome.OutcomeCodec}.
 */
@NullMarked
package dev.reprise.idempotency.outcome;

import org.jspecify.annotations.NullMarked;
