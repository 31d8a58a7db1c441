package dev.reprise.kotlin.internal

import dev.reprise.classify.Outcome
import java.util.concurrent.atomic.AtomicReference
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.cancel
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.launch

/**
 * The timeout of one attempt, which runs in a scope of its own that is cancelled after the time. A
 * timeout of the user inside the attempt does not cancel this scope, and one around the call
 * cancels the caller too. So the cancelled job shows which of the three has ended the attempt.
 */
internal class AttemptTimeout(private val clock: CallClock, private val limitNanos: Long) {

  private enum class State {
    RUNNING,
    ENDED,
    EXPIRED,
    REJECTED,
  }

  // Timer and attempt race for this, possibly on two threads: the first decides.
  private val state = AtomicReference(State.RUNNING)
  private var rejection: RuntimeException? = null

  /**
   * Makes the attempt in a coroutine of its own. Its timeout begins after it has been started, so
   * an attempt that takes exactly this time is in time.
   *
   * @return its outcome, also if it returns a value after its timeout; null if it has ended without
   *   a value after its timeout
   * @throws CancellationException if the job of the caller is cancelled
   */
  suspend fun <T> outcomeWithin(code: suspend () -> Outcome<T>): Outcome<T>? {
    var ended: Outcome<T>? = null
    val left = leftBy {
      val making = launch(start = CoroutineStart.UNDISPATCHED) { ended = made(code) }
      if (making.isActive) {
        timed { making.join() }
      }
    }
    return judged(ended, left)
  }

  /**
   * Makes the attempt in the coroutine of the caller, as a flow must be collected.
   *
   * @return as [outcomeWithin]
   * @throws CancellationException as [outcomeWithin]
   */
  suspend fun <T> outcomeHere(code: suspend () -> Outcome<T>): Outcome<T>? {
    var ended: Outcome<T>? = null
    val left = leftBy { timed { ended = made(code) } }
    return judged(ended, left)
  }

  /** Cancels this scope after the time, unless the code has ended. */
  private suspend inline fun CoroutineScope.timed(code: () -> Unit) {
    val attempt = this
    val timer =
      try {
        clock.schedule(limitNanos) {
          if (state.compareAndSet(State.RUNNING, State.EXPIRED)) {
            attempt.cancel(AttemptExpired())
          }
        }
      } catch (rejected: RuntimeException) {
        rejection = rejected
        state.set(State.REJECTED)
        attempt.cancel("the timer has rejected the timeout")
        null
      }
    try {
      code()
    } finally {
      timer?.cancel()
    }
  }

  private suspend fun <T> made(code: suspend () -> Outcome<T>): Outcome<T> {
    val outcome = code()
    state.compareAndSet(State.RUNNING, State.ENDED)
    return outcome
  }

  private suspend fun <T> judged(ended: Outcome<T>?, left: Throwable?): Outcome<T>? {
    if (ended is Outcome.Returned || ended?.failureOrNull() is Error) {
      return ended
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
  fun end(): Boolean = state.compareAndSet(State.RUNNING, State.ENDED) || state.get() == State.ENDED
}

/** Cancels an attempt that has reached its timeout. */
internal class AttemptExpired : CancellationException("the attempt has reached its timeout")
