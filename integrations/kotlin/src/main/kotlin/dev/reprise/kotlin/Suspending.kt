package dev.reprise.kotlin

import dev.reprise.Retry
import dev.reprise.RetryResult
import dev.reprise.function.Attempt
import dev.reprise.kotlin.internal.callSuspending
import dev.reprise.kotlin.internal.callSuspendingOrElse
import dev.reprise.kotlin.internal.executeSuspending

/**
 * Calls a suspend function, and retries it as the policy decides. The call suspends while it waits,
 * so it blocks no thread, and `runTest` skips its waits.
 *
 * ```
 * val page = retry.suspending { attempt -> client.get(url, attempt.timeLeft()) }
 * ```
 * - **Cancellation.** If the job of the caller is cancelled, the attempt and the wait end at once,
 *   nothing is retried, and the permit of the retry is returned. A failed attempt cancels neither
 *   the job nor its other children.
 * - **Timeouts.** A `withTimeout` inside [block] is a failure of the attempt, which is retried. A
 *   `withTimeout` around the call ends the call.
 * - **Other cancellations.** A `CancellationException` while the job of the caller is active, for
 *   example of a `Deferred` that another coroutine cancelled, ends the call with
 *   `StopReason.CANCELLED`. It is retried only if the policy names a class of it in `retryOn`.
 * - **Attempt timeout.** An attempt of a policy with `attemptTimeout` runs in a `coroutineScope` of
 *   its own, which is cancelled after this time. The call then fails the attempt with
 *   `AttemptTimeoutException`. A value that an attempt returns after its timeout is accepted.
 * - **Hedges.** If the policy hedges, attempts are coroutines that are children of the caller's.
 *   The attempts that lose are cancelled and have ended when the call returns.
 *
 * @param block makes an attempt; several run at the same time if the policy hedges
 * @param T type of the result; may be nullable
 * @return the accepted result
 * @throws Throwable the exception of the last attempt, the same instance, with the report attached;
 *   `ResultRejectedException` if the policy rejected the last result
 */
public suspend fun <T> Retry.suspending(block: suspend (Attempt) -> T): T =
  callSuspending(this, block)

/**
 * Calls a suspend function with the attempt as its receiver, and retries it as [suspending] does.
 *
 * ```
 * val page = retry { client.get(url, timeLeft()) }
 * ```
 *
 * @param block makes an attempt; several run at the same time if the policy hedges
 * @param T type of the result; may be nullable
 * @return the accepted result
 * @throws Throwable as [suspending]
 */
public suspend operator fun <T> Retry.invoke(block: suspend Attempt.() -> T): T =
  callSuspending(this, block)

/**
 * Calls a suspend function as [suspending] does, and returns its result or its failure, instead of
 * throwing.
 *
 * ```
 * val result = retry.executing { client.get(url) }
 * ```
 *
 * @param block makes an attempt; several run at the same time if the policy hedges
 * @param T type of the result; may be nullable
 * @return value or failure, attempts, stop reason, time and report
 * @throws Throwable an `Error` of an attempt, or the cancellation of the caller's job
 */
public suspend fun <T> Retry.executing(block: suspend (Attempt) -> T): RetryResult<T> =
  executeSuspending(this, block)

/**
 * Calls a suspend function as [suspending] does, and a fallback where that would throw. The
 * fallback is not called if the job of the caller was cancelled or the retry was shut down, and not
 * for an `Error`.
 *
 * ```
 * val page = retry.suspendingOrElse({ client.get(url) }) { failed -> cache.getValue(url) }
 * ```
 *
 * The fallback is called once, after the events of the call. It is no attempt, so it is not
 * retried, and neither deadline nor attempt timeout applies to it.
 *
 * @param block makes an attempt; several run at the same time if the policy hedges
 * @param fallback receives the result of the call
 * @param T type of the result; may be nullable
 * @return the accepted result, or that of the fallback
 * @throws Throwable as [suspending], if the fallback was not called; otherwise the exception of the
 *   fallback, with the failure of the call as a suppressed exception
 */
public suspend fun <T> Retry.suspendingOrElse(
  block: suspend (Attempt) -> T,
  fallback: suspend (RetryResult<T>) -> T,
): T = callSuspendingOrElse(this, block, fallback)

/**
 * Calls a function that blocks, and retries it on the calling thread, as `Retry.callWith` does. In
 * contrast to it, the types of a call are inferred.
 *
 * ```
 * val page = retry.calling { attempt -> fetch(url, attempt.timeLeft()) }
 * ```
 *
 * @param block makes an attempt
 * @param T type of the result; may be nullable
 * @return the accepted result
 * @throws Throwable the exception of the last attempt, the same instance; `ResultRejectedException`
 *   if the policy rejected the last result
 */
public fun <T> Retry.calling(block: (Attempt) -> T): T =
  callWith<T, RuntimeException> { attempt -> block(attempt) }
