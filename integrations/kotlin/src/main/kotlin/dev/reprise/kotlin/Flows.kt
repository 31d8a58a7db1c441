package dev.reprise.kotlin

import dev.reprise.Retry
import dev.reprise.kotlin.internal.RetriedFlow
import kotlinx.coroutines.flow.Flow

/**
 * Collects this flow again if it fails, as the policy decides. Each collection of the returned flow
 * is a call.
 *
 * By default, only the time until the first value is retried: the call ends as succeeded with the
 * first value, and a later failure is thrown as it is. So the collector receives no value twice.
 * The attempt timeout and the time limit of the policy end with the first value too.
 *
 * With [afterValues], the attempt lasts until the flow has completed, and each attempt emits its
 * values from the beginning, also those that an earlier attempt has emitted. The time of the
 * collector counts for the attempt timeout, which does not cancel the collector: an attempt whose
 * time ends while the collector has a value is cancelled when the collector returns.
 *
 * An exception of the collector is never retried: it ends the call. If the collector needs no more
 * values, as with `first()`, the call ends as cancelled, or as succeeded if it has ended before.
 *
 * Hedges of the policy are not sent. The flow runs in the coroutine context of its collector. The
 * context of the retry is active in listeners, and in the flow until it suspends for the first
 * time; never in the collector.
 *
 * @param retry the retry
 * @param afterValues true to retry even if values have been emitted
 * @param T type of the values
 * @return the flow
 */
public fun <T> Flow<T>.retrying(retry: Retry, afterValues: Boolean = false): Flow<T> =
  RetriedFlow(this, retry, afterValues)
