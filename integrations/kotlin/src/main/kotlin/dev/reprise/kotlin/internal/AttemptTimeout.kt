package dev.reprise.kotlin.internal

import dev.reprise.classify.Outcome
import java.util.concurrent.atomic.AtomicReference
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.cancel
import kotlinx.coroutines.coroutineScope
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
    inScope {
      val making = launch(start = CoroutineStart.UNDISPATCHED) { ended = made(code) }
      if (making.isActive) {
        timed { making.join() }
      }
    }
    return judged(ended)
  }

  /**
   * Makes the attempt in the coroutine of the caller, as a flow must be collected.
   *
   * @return as [outcomeWithin]
   * @throws CancellationException as [outcomeWithin]
   */
  suspend fun <T> outcomeHere(code: suspend () -> Outcome<T>): Outcome<T>? {
    var ended: Outcome<T>? = null
    inScope { timed { ended = made(code) } }
    return judged(ended)
  }

  private suspend fun inScope(code: suspend CoroutineScope.() -> Unit) {
    try {
      coroutineScope(code)
    } catch (cancelled: CancellationException) {
      // The scope throws its own cancellation, and that of the caller.
      currentCoroutineContext().ensureActive()
    }
  }

  /** Cancels this scope after the time, unless the code has ended. */
  private suspend inline fun CoroutineScope.timed(code: () -> Unit) {
    val attempt = this
    val timer =
      try {
        clock.schedule(limitNanos) {
          if (state.compareAndSet(State.RUNNING, State.EXPIRED)) {
            attempt.cancel("the attempt has reached its timeout")
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

  private fun <T> judged(ended: Outcome<T>?): Outcome<T>? =
    when {
      ended is Outcome.Returned -> ended
      state.get() == State.REJECTED -> Outcome.threw(checkNotNull(rejection))
      state.get() == State.EXPIRED -> null
      else -> ended
    }

  /**
   * Ends the timeout before the attempt has ended.
   *
   * @return false if the attempt has reached its timeout
   */
  fun end(): Boolean = state.compareAndSet(State.RUNNING, State.ENDED) || state.get() == State.ENDED
}
