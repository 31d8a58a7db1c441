/**
 * Results of guarded calls, and the codecs that write values for a store: {@link
 * dev.reprise.idempotency.outcome.GuardedResult} and {@link
 * dev.reprise.idempotency.outcome.OutcomeCodec}.
 *
 * <p>Arguments and results are not null unless their type is {@code @Nullable}. All types of
 * results are immutable.
 */
@NullMarked
package dev.reprise.idempotency.outcome;

import org.jspecify.annotations.NullMarked;
