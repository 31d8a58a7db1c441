package dev.reprise.kotlin.internal

import dev.reprise.DrivenCall
import dev.reprise.Retry
import dev.reprise.RetryStep
import dev.reprise.classify.Outcome
import dev.reprise.function.Attempt
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.withContext

/** One call of a suspend function: follows the steps of the driver in the caller's coroutine. */
internal class SuspendedCall<T>(
  private val called: Retry,
  private val block: suspend (Attempt) -> T,
) {

  suspend fun outcome(): T {
    val clock = CallClock.of(called, currentCoroutineContext())
    val retry = clock.retry
    val call: DrivenCall<T> = retry.driver().start()
    try {
      if (retry.policy().hedge().isPresent) {
        HedgedCall(call, clock) { attempt -> madeIn(call, attempt) }.follow()
      } else {
        follow(call, clock)
      }
      return call.value()
    } finally {
      call.close()
    }
  }

  private suspend fun follow(call: DrivenCall<T>, clock: CallClock) {
    while (true) {
      val step = call.step()
      when (step) {
        is RetryStep.End -> return
        is RetryStep.AttemptAfter -> clock.awaitStep(call, step)
        else -> {}
      }
      currentCoroutineContext().ensureActive()
      // A shutdown may have replaced the step during the wait.
      val attempt = if (call.step() === step) call.begin(step) else null
      if (attempt != null) {
        make(call, clock, attempt)
      }
    }
  }

  private suspend fun make(call: DrivenCall<T>, clock: CallClock, attempt: Attempt) {
    val limit = call.timeout(attempt)
    if (limit.isPresent) {
      val timeout = AttemptTimeout(clock, limit.get().saturatedNanos())
      call.report(attempt, timeout.outcomeWithin { madeIn(call, attempt) })
    } else {
      call.report(attempt, madeIn(call, attempt))
    }
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
    return made ?: Outcome.threw(checkNotNull(left.failureOrNull()) { "no outcome" })
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
  currentCoroutineContext().ensureActive()
  if (outcome is Outcome.Threw) {
    failed(attempt, outcome.failure())
  } else {
    timedOut(attempt)
  }
}

/** The value of a call that has ended, or its failure. */
internal fun <T> DrivenCall<T>.value(): T =
  when (val outcome = outcome()) {
    is Outcome.Returned -> outcome.value()
    is Outcome.Threw -> throw outcome.failure()
  }
