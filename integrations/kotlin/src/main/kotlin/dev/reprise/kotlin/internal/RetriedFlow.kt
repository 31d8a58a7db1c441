package dev.reprise.kotlin.internal

import dev.reprise.DrivenCall
import dev.reprise.PlainCall
import dev.reprise.Retry
import dev.reprise.RetryStep
import dev.reprise.classify.Outcome
import dev.reprise.function.Attempt
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.FlowCollector

/**
 * A flow that is collected again after a failure; each collection is a call.
 *
 * @param fallback supplies a flow in place of one that gave up before its first value; null for
 *   none
 */
internal class RetriedFlow<T>(
  private val source: Flow<T>,
  private val called: Retry,
  private val afterValues: Boolean,
  private val fallback: ((Throwable) -> Flow<T>)? = null,
) : Flow<T> {

  override suspend fun collect(collector: FlowCollector<T>) {
    val context = currentCoroutineContext()
    val timed = CallClock.timed(called, context)
    val clock = CallClock(timed, context)
    val driver = timed.driver()
    val call: DrivenCall<Unit> = driver.start()
    try {
      while (call.step() !is RetryStep.End) {
        val attempt = call.awaitAttempt(clock)
        if (attempt != null) {
          val start = if (driver.isPlain) null else FlowStart(call, attempt)
          val collection = FlowAttempt(source, call, attempt, afterValues, start)
          if (collection.isOver(clock, collector)) {
            return
          }
        }
      }
      end(call, collector)
    } finally {
      call.close()
    }
  }

  private suspend fun end(call: DrivenCall<Unit>, collector: FlowCollector<T>) {
    if (fallback == null || !call.wantsFallback()) {
      call.value()
      return
    }
    val failure = PlainCall.failureOf(call.result())
    val watched = WatchedCollector(collector)
    val outcome = outcomeOf { fallback(failure).collect(watched) }
    if (watched.failure == null) {
      call.afterFallback(uncancelled(outcome)).value()
    } else { // the fallback has not failed
      call.afterFallback(Outcome.returned(Unit))
      outcome.value()
    }
  }
}

/**
 * One collection of a flow.
 *
 * @param start null if the retry has neither context nor observers
 */
private class FlowAttempt<T>(
  private val source: Flow<T>,
  private val call: DrivenCall<Unit>,
  private val attempt: Attempt,
  private val afterValues: Boolean,
  private val start: FlowStart?,
) {

  private var hasEmitted = false

  /** Returns true if the flow is over; false if the next step of the call decides. */
  suspend fun isOver(clock: CallClock, collector: FlowCollector<T>): Boolean {
    val watched = WatchedCollector(collector)
    val outcome = outcome(clock, watched)
    if (outcome is Outcome.Returned) {
      call.succeeded(attempt)
      return true
    }
    val isFinal = watched.failure != null || (hasEmitted && !afterValues)
    if (isFinal && outcome is Outcome.Threw) {
      throw outcome.failure()
    }
    call.report(attempt, outcome)
    return false
  }

  private suspend fun outcome(clock: CallClock, collector: FlowCollector<T>): Outcome<Unit>? {
    val timeout = call.timeoutOf(attempt, clock) ?: return started(collector, null)
    return timeout.outcomeHere { started(collector, timeout) }
  }

  private suspend fun started(
    collector: FlowCollector<T>,
    timeout: AttemptTimeout?,
  ): Outcome<Unit> =
    if (start == null) collected(collector, timeout)
    else start.around { collected(collector, timeout) }

  /** Collects the flow; an exception is a value. */
  private suspend fun collected(
    collector: FlowCollector<T>,
    timeout: AttemptTimeout?,
  ): Outcome<Unit> = outcomeOf {
    source.collect { value ->
      start?.leave()
      if (!hasEmitted && !afterValues) {
        if (timeout != null && !timeout.end()) {
          throw AttemptExpired()
        }
        call.succeeded(attempt)
      }
      hasEmitted = true
      if (timeout == null) collector.emit(value) else timeout.emit(collector, value)
      if (afterValues) {
        start?.enterAgain()
      }
    }
  }
}

/** A collector whose exceptions are distinguished from those of the flow. */
private class WatchedCollector<T>(private val collector: FlowCollector<T>) : FlowCollector<T> {

  var failure: Throwable? = null
    private set

  override suspend fun emit(value: T) {
    try {
      collector.emit(value)
    } catch (thrown: Throwable) {
      failure = thrown
      throw thrown
    }
  }
}
