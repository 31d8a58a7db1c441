package dev.reprise.kotlin.internal

import dev.reprise.DrivenCall
import dev.reprise.classify.Outcome
import dev.reprise.function.Attempt
import dev.reprise.time.Delayer
import java.util.concurrent.atomic.AtomicReference
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.cancel
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.flow.FlowCollector
import kotlinx.coroutines.launch

/**
 * The timeout of one attempt, which runs in a scope of its own that is cancelled after the time. A
 * timeout of the user inside the attempt does not cancel this scope, and one around the call
 * cancels the caller too. So the cancelled job shows which of the three has ended the attempt.
 *
 * @param nanosLeft the time from now until the timeout of the attempt
 */
internal class AttemptTimeout(private val clock: CallClock, private val nanosLeft: () -> Long) {

  private enum class State {
    RUNNING,
    /** The collector has a value of the attempt. */
    EMITTING,
    ENDED,
    EXPIRED,
    REJECTED,
  }

  // Timer and attempt race for this, possibly on two threads: the first decides. A timer that finds
  // EMITTING leaves the cancellation to the coroutine of the collector.
  private val state = AtomicReference(State.RUNNING)
  private var rejection: Throwable? = null

  // Written by the thread that has started the attempt, and read by the one on which it ends.
  @Volatile private var timer: Delayer.Scheduled? = null

  /** The scope of an attempt that [emit] is called from. */
  private var emitting: CoroutineScope? = null

  /**
   * Makes the attempt in a coroutine of its own. Its timer is set after it has been started, so an
   * attempt that takes exactly this time is in time.
   *
   * @return its outcome, also if it returns a value after its timeout; null if it has ended without
   *   a value after its timeout
   * @throws CancellationException if the job of the caller is cancelled
   */
  suspend fun <T> outcomeWithin(code: suspend () -> Outcome<T>): Outcome<T>? {
    var ended: Outcome<T>? = null
    val left = leftBy {
      val making = launch(start = CoroutineStart.UNDISPATCHED) { ended = made(code) }
      begin(this)
      making.join()
    }
    return judged(ended, left)
  }

  /**
   * Makes the attempt in the coroutine of the caller, as a flow must be collected. Its timer is set
   * when it first suspends.
   *
   * @return as [outcomeWithin]
   * @throws CancellationException as [outcomeWithin]
   */
  suspend fun <T> outcomeHere(code: suspend () -> Outcome<T>): Outcome<T>? {
    var ended: Outcome<T>? = null
    val left = leftBy {
      emitting = this
      starting({ ended = made(code) }) { begin(this) }
    }
    return judged(ended, left)
  }

  /** Cancels this scope after the time, unless the attempt has ended. */
  private fun begin(attempt: CoroutineScope) {
    if (state.get().isOver()) {
      return
    }
    try {
      timer = clock.schedule(nanosLeft()) { end(attempt, State.EXPIRED) }
    } catch (rejected: Throwable) {
      rejection = rejected
      end(attempt, State.REJECTED)
    }
    if (state.get().isOver()) { // it has ended meanwhile, perhaps without seeing the timer
      timer?.cancel()
    }
  }

  private fun State.isOver() = this != State.RUNNING && this != State.EMITTING

  /** Ends the attempt from outside, and cancels it unless its collector has a value. */
  private fun end(attempt: CoroutineScope, how: State) {
    val before = state.getAndUpdate { if (it.isOver()) it else how }
    if (before == State.RUNNING) {
      cancel(attempt)
    }
  }

  private fun cancel(attempt: CoroutineScope) {
    val rejected = rejection
    attempt.cancel(
      if (rejected == null) AttemptExpired()
      else CancellationException("the timer has rejected the timeout", rejected)
    )
  }

  /**
   * Emits a value of an attempt that [outcomeHere] makes. The collector is not cancelled: if the
   * time ends while it has the value, the attempt is cancelled after its return. An exception of
   * the collector ends the timeout.
   *
   * @throws AttemptExpired if the time has ended before
   */
  suspend fun <T> emit(collector: FlowCollector<T>, value: T) {
    // From here on, a timer does not cancel the scope, and so not the collector.
    if (!state.compareAndSet(State.RUNNING, State.EMITTING) && state.get() != State.ENDED) {
      throw AttemptExpired()
    }
    try {
      collector.emit(value)
    } catch (failure: Throwable) {
      // Also in place of EXPIRED: the timer has only noted that the time is over.
      state.set(State.ENDED)
      timer?.cancel()
      throw failure
    }
    // A timer that came meanwhile has not cancelled the scope; a later one does.
    if (!state.compareAndSet(State.EMITTING, State.RUNNING) && state.get() != State.ENDED) {
      emitting?.let { cancel(it) }
    }
  }

  private suspend fun <T> made(code: suspend () -> Outcome<T>): Outcome<T> {
    try {
      return code()
    } finally {
      end()
    }
  }

  private suspend fun <T> judged(ended: Outcome<T>?, left: Throwable?): Outcome<T>? {
    if (ended is Outcome.Returned || ended?.failureOrNull() is Error) {
      return ended
    }
    if (left is Error) { // of a coroutine that the attempt has started
      return Outcome.threw(left)
    }
    currentCoroutineContext().ensureActive()
    return when (state.get()) {
      State.REJECTED -> Outcome.threw(checkNotNull(rejection))
      State.EXPIRED -> null
      else -> ofScope(ended, left)
    }
  }

  /**
   * Ends the timeout before the attempt has ended.
   *
   * @return false if the attempt has reached its timeout
   */
  fun end(): Boolean {
    val inTime = state.compareAndSet(State.RUNNING, State.ENDED) || state.get() == State.ENDED
    timer?.cancel()
    return inTime
  }
}

/** Cancels an attempt that has reached its timeout. */
internal class AttemptExpired : CancellationException("the attempt has reached its timeout")

/** The timeout of an attempt; null if the policy has none. */
internal fun DrivenCall<*>.timeoutOf(attempt: Attempt, clock: CallClock): AttemptTimeout? =
  if (timeout(attempt).isPresent) {
    AttemptTimeout(clock) { timeout(attempt).orElseThrow().saturatedNanos() }
  } else {
    null
  }
