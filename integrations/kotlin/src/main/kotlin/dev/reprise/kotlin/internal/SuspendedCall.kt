package dev.reprise.kotlin.internal

import dev.reprise.DrivenCall
import dev.reprise.PlainCall
import dev.reprise.Retry
import dev.reprise.RetryResult
import dev.reprise.RetryStep
import dev.reprise.classify.Outcome
import dev.reprise.function.Attempt
import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.isActive
import kotlinx.coroutines.withContext

/**
 * Calls a suspend function. A first attempt that succeeds needs no driven call: its allocations are
 * the attempt and the continuation of this function.
 */
internal suspend fun <T> callSuspending(retry: Retry, block: suspend (Attempt) -> T): T {
  val context = currentCoroutineContext()
  context.ensureActive()
  val timed = CallClock.timed(retry, context)
  val driver = timed.driver()
  if (!PlainCall.isPlain(timed) || !driver.isPlain) {
    return SuspendedCall(timed, block).ended().value()
  }
  val first = PlainAttempt(driver)
  val value =
    try {
      block(first)
    } catch (failure: Throwable) {
      val call = first.failed<T>(failure, currentCoroutineContext())
      return SuspendedCall(timed, block).followed(call).value()
    }
  first.succeeded()
  return value
}

/** As [callSuspending], and calls a fallback where the call would throw. */
internal suspend fun <T> callSuspendingOrElse(
  retry: Retry,
  block: suspend (Attempt) -> T,
  fallback: suspend (RetryResult<T>) -> T,
): T {
  val timed = CallClock.timed(retry, currentCoroutineContext())
  val call = SuspendedCall(timed, block).ended()
  return if (call.wantsFallback()) {
    val failed = call.result()
    call.afterFallback(uncancelled(outcomeOf { fallback(failed) })).value()
  } else {
    call.value()
  }
}

/** As [callSuspending], but a failure is part of the result, unless it is an [Error]. */
internal suspend fun <T> executeSuspending(
  retry: Retry,
  block: suspend (Attempt) -> T,
): RetryResult<T> {
  val timed = CallClock.timed(retry, currentCoroutineContext())
  val call = SuspendedCall(timed, block).ended()
  val failure = call.outcome().failureOrNull()
  return if (failure is Error) throw failure else call.result()
}

/** One call of a suspend function: follows the steps of the driver in the caller's coroutine. */
internal class SuspendedCall<T>(
  private val called: Retry,
  private val block: suspend (Attempt) -> T,
) {

  /** Makes the whole call, and returns it after its end. */
  suspend fun ended(): DrivenCall<T> = followed(called.driver().start())

  /** Makes the remaining attempts of a call, and returns it after its end. */
  suspend fun followed(call: DrivenCall<T>): DrivenCall<T> {
    try {
      if (call.step() is RetryStep.End) {
        return call
      }
      val clock = CallClock(called, currentCoroutineContext())
      if (clock.policy.hedge().isPresent) {
        HedgedCall(call, clock) { attempt -> madeIn(call, attempt) }.follow()
      }
      while (call.step() !is RetryStep.End) {
        val attempt = call.awaitAttempt(clock)
        if (attempt != null) {
          make(call, clock, attempt)
        }
      }
      return call
    } finally {
      call.close()
    }
  }

  private suspend fun make(call: DrivenCall<T>, clock: CallClock, attempt: Attempt) {
    val timeout = call.timeoutOf(attempt, clock)
    val outcome =
      if (timeout == null) madeIn(call, attempt)
      else timeout.outcomeWithin { madeIn(call, attempt) }
    call.report(attempt, outcome)
  }

  /**
   * Makes the attempt in the context of the call. Exceptions are values, since coroutines copy one
   * that leaves a scope if assertions are enabled. A value of a cancelled attempt is kept, since
   * `withContext` drops it, and a hedged call closes it.
   */
  private suspend fun madeIn(call: DrivenCall<T>, attempt: Attempt): Outcome<T> {
    if (!called.hasContext()) {
      return outcomeOf { block(attempt) }
    }
    var made: Outcome<T>? = null
    val left = outcomeOf {
      withContext(AttemptScope(call, attempt)) { made = outcomeOf { block(attempt) } }
    }
    return ofScope(made, left.failureOrNull())
  }
}

/** True if attempts run in a context of the retry, or an observer follows them. */
private fun Retry.hasContext(): Boolean = !driver().isPlain()

/** The outcome of code, with its exception as a value. */
internal inline fun <T> outcomeOf(code: () -> T): Outcome<T> =
  try {
    Outcome.returned(code())
  } catch (failure: Throwable) {
    Outcome.threw(failure)
  }

/** The exception of a timer that rejects a wait; null if the wait has passed. */
internal inline fun rejectionOf(wait: () -> Unit): Throwable? =
  try {
    wait()
    null
  } catch (cancelled: kotlinx.coroutines.CancellationException) {
    throw cancelled
  } catch (rejected: Throwable) {
    rejected
  }

/**
 * Reports the outcome of an attempt, unless the job of the caller is cancelled: then a failure is a
 * consequence of that, and the cancellation is thrown.
 *
 * @param outcome null if the attempt has reached its timeout
 */
internal suspend fun <T> DrivenCall<T>.report(attempt: Attempt, outcome: Outcome<T>?) {
  if (outcome is Outcome.Returned) {
    returned(attempt, outcome.value())
    return
  }
  if (outcome == null) {
    currentCoroutineContext().ensureActive()
    timedOut(attempt)
  } else {
    uncancelled(outcome).failureOrNull()?.let { failed(attempt, it) }
  }
}

/**
 * Returns the outcome of code that has run in the caller's coroutine. If the job of the caller is
 * cancelled, a failure is a consequence of that, and the cancellation is thrown. An [Error] is
 * thrown itself.
 */
internal suspend fun <T> uncancelled(outcome: Outcome<T>): Outcome<T> {
  val failure = outcome.failureOrNull() ?: return outcome
  currentCoroutineContext().throwIfCancelled(failure)
  return outcome
}

/** Throws the cancellation of a job instead of a failure that follows from it. */
internal fun CoroutineContext.throwIfCancelled(failure: Throwable) {
  if (!isActive) {
    if (failure is Error) {
      throw failure
    }
    ensureActive()
  }
}

/** The value of a call that has ended, or its failure. */
internal fun <T> DrivenCall<T>.value(): T = outcome().value()

/** The value, or its failure, which is thrown. */
internal fun <T> Outcome<T>.value(): T =
  when (this) {
    is Outcome.Returned -> value()
    is Outcome.Threw -> throw failure()
  }
