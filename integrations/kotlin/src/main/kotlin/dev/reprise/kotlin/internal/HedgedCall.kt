package dev.reprise.kotlin.internal

import dev.reprise.DrivenCall
import dev.reprise.RetryStep
import dev.reprise.classify.Outcome
import dev.reprise.function.Attempt
import java.util.IdentityHashMap
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Job
import kotlinx.coroutines.cancel
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.isActive
import kotlinx.coroutines.launch

/**
 * A call with several attempts in flight. Attempts and timers are children of the caller's
 * coroutine. They report to a channel, and only the caller's coroutine reads it and uses the
 * driver, so the call has one user at a time. No child fails: exceptions are messages.
 */
internal class HedgedCall<T>(
  private val call: DrivenCall<T>,
  private val clock: CallClock,
  private val code: suspend (Attempt) -> Outcome<T>,
) {

  private sealed interface Message<out T>

  private class Ended<out T>(val attempt: Attempt, val outcome: Outcome<out T>) : Message<T>

  private class TimedOut(val attempt: Attempt, val rejection: Throwable?) : Message<Nothing>

  private class HedgeDue(val step: RetryStep, val rejection: Throwable?) : Message<Nothing>

  private class Flight(val attempt: Job) {
    var timer: Job? = null

    fun cancel() {
      timer?.cancel()
      attempt.cancel()
    }
  }

  // A caller that is cancelled after a message was handed over, but before it runs, loses it.
  @Volatile private var undelivered: Message<T>? = null
  private val messages =
    Channel<Message<T>>(Channel.UNLIMITED, onUndeliveredElement = { undelivered = it })
  private val flights = IdentityHashMap<Attempt, Flight>()
  private var hedgeTimer: Job? = null

  // Written by cancelled attempts, and read when all have ended; one of several is enough.
  @Volatile private var error: Error? = null

  /** The step that has the timer. */
  private var timed: RetryStep? = null

  suspend fun follow() {
    val left = leftBy {
      while (call.step() !is RetryStep.End) {
        followStep(this, call.step())
      }
      hedgeTimer?.cancel()
      flights.values.forEach { it.cancel() }
    }
    val isSettled = call.isSettled()
    call.close()
    closeLosers()
    // The caller was cancelled while losing attempts ended: the value is still returned.
    if (isSettled && (left == null || left is CancellationException)) {
      return
    }
    (error ?: left)?.let { throw it }
  }

  private suspend fun followStep(scope: CoroutineScope, step: RetryStep) {
    when (step) {
      is RetryStep.AttemptNow -> begin(scope, step)
      is RetryStep.AttemptAfter -> {
        call.awaitAttempt(clock)?.let { start(scope, it) }
      }
      is RetryStep.HedgeAfter -> {
        if (timed !== step) {
          timed = step
          hedgeTimer?.cancel()
          hedgeTimer = scope.timer(step.delay().saturatedNanos()) { HedgeDue(step, it) }
        }
        handle(scope, messages.receive())
      }
      else -> handle(scope, messages.receive())
    }
  }

  private fun begin(scope: CoroutineScope, step: RetryStep) {
    val attempt = call.begin(step)
    if (attempt != null) {
      start(scope, attempt)
    }
  }

  private fun start(scope: CoroutineScope, attempt: Attempt) {
    // Undispatched: the first attempt starts where the caller is, as without a hedge.
    val making =
      scope.launch(start = CoroutineStart.UNDISPATCHED) {
        val outcome = inOwnScope { code(attempt) }
        val failure = outcome.failureOrNull()
        if (isActive || failure == null) {
          messages.trySend(Ended(attempt, outcome))
        } else if (failure is Error) { // any other is a consequence of the cancellation
          endWith(failure, scope)
        }
      }
    val flight = Flight(making)
    flights[attempt] = flight
    val limit = call.timeout(attempt)
    if (limit.isPresent && making.isActive) {
      flight.timer = scope.timer(limit.get().saturatedNanos()) { TimedOut(attempt, it) }
    }
  }

  private fun CoroutineScope.timer(nanos: Long, message: (Throwable?) -> Message<T>): Job =
    launch(start = CoroutineStart.UNDISPATCHED) {
      val rejection = rejectionOf { clock.pass(nanos) }
      messages.trySend(message(rejection))
    }

  private fun handle(scope: CoroutineScope, message: Message<T>) {
    when (message) {
      is Ended -> {
        val flight = flights.remove(message.attempt)
        flight?.timer?.cancel()
        val failure = message.outcome.failureOrNull()
        if (flight == null && failure is Error) { // it was thrown before its attempt was cancelled
          endWith(failure, scope)
          scope.ensureActive()
        }
        when (val outcome = message.outcome) {
          is Outcome.Returned -> call.returned(message.attempt, outcome.value())
          is Outcome.Threw -> call.failed(message.attempt, outcome.failure())
        }
      }
      is TimedOut ->
        flights.remove(message.attempt)?.let { flight ->
          flight.cancel()
          if (message.rejection == null) {
            call.timedOut(message.attempt)
          } else {
            call.failed(message.attempt, message.rejection)
          }
        }
      is HedgeDue ->
        if (call.step() === message.step) {
          if (message.rejection == null) {
            begin(scope, message.step)
          } else {
            call.rejected(message.rejection)
          }
        }
    }
  }

  /** Ends the call with the [Error] of an attempt that has been cancelled. */
  private fun endWith(ofCancelled: Error, scope: CoroutineScope) {
    error = ofCancelled
    scope.cancel()
  }

  /** All attempts have ended: results that nobody gets are reported, which closes them. */
  private fun closeLosers() {
    undelivered?.let { closeLoser(it) }
    while (true) {
      closeLoser(messages.tryReceive().getOrNull() ?: return)
    }
  }

  private fun closeLoser(late: Message<T>) {
    val outcome = (late as? Ended)?.outcome
    if (outcome is Outcome.Returned) {
      call.returned(late.attempt, outcome.value())
    } else {
      (outcome?.failureOrNull() as? Error)?.let { error = it }
    }
  }

  /** Returns whether the call has ended with a value or an [Error], which nothing replaces. */
  private fun DrivenCall<T>.isSettled() =
    step() is RetryStep.End &&
      outcome().let { it is Outcome.Returned || it.failureOrNull() is Error }
}
