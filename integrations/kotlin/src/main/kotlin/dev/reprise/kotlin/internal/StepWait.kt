package dev.reprise.kotlin.internal

import dev.reprise.DrivenCall
import dev.reprise.RetryStep
import dev.reprise.function.Attempt
import dev.reprise.time.Delayer
import java.util.concurrent.atomic.AtomicReference
import kotlin.coroutines.resume
import kotlinx.coroutines.CancellableContinuation
import kotlinx.coroutines.CompletionHandler
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.suspendCancellableCoroutine

/**
 * A wait for the time of a step, or until the retry is shut down. One object is the task of the
 * timer, the action of the shutdown and the handler of a cancellation, since a million calls may
 * wait.
 *
 * Concurrency: [begin] publishes the continuation by compare-and-set, after all fields have been
 * written. Timer and shutdown may come before that, on other threads. The one that comes first sets
 * [ENDED]; it resumes the continuation if it finds one, and otherwise [begin] does.
 */
internal class StepWait : AtomicReference<Any?>(), Runnable, CompletionHandler {

  private var timer: Delayer.Scheduled? = null
  private var removal: Runnable? = null
  private var rejection: Throwable? = null

  /**
   * Suspends the caller. [end] follows, unless the caller is cancelled. The result is none; with
   * the type [Unit], the compiler would keep a continuation of this function.
   */
  suspend fun pass(clock: CallClock, step: RetryStep.AttemptAfter): Any? =
    suspendCancellableCoroutine<Any?> { waiting ->
      begin(waiting, clock, step.delay().saturatedNanos())
    }

  private fun begin(waiting: CancellableContinuation<Any?>, clock: CallClock, nanos: Long) {
    try {
      removal = clock.onShutdown(this)
      timer = clock.schedule(nanos, this)
    } catch (rejected: Throwable) {
      rejection = rejected
    }
    waiting.invokeOnCancellation(this)
    if (rejection != null || !compareAndSet(null, waiting)) { // it has ended before
      waiting.resume(Unit)
    }
  }

  override fun run() {
    val before = getAndSet(ENDED)
    if (before is CancellableContinuation<*>) {
      @Suppress("UNCHECKED_CAST") (before as CancellableContinuation<Any?>).resume(Unit)
    }
  }

  /** The caller was cancelled. */
  override fun invoke(cause: Throwable?) {
    release()
  }

  private fun release() {
    timer?.cancel()
    removal?.run()
  }

  /**
   * Reports a timer that has rejected the wait. A shutdown needs no report: the call sees it when
   * the next attempt begins.
   */
  fun end(call: DrivenCall<*>) {
    release()
    rejection?.let { call.rejected(it) }
  }

  private companion object {
    val ENDED = Any()
  }
}

/**
 * Waits for the time of the current step, and begins its attempt.
 *
 * @return null if another step has replaced it, such as the end after a shutdown
 */
internal suspend inline fun DrivenCall<*>.awaitAttempt(clock: CallClock): Attempt? {
  val step = step()
  if (step is RetryStep.AttemptAfter) {
    val wait = StepWait()
    wait.pass(clock, step)
    wait.end(this)
  }
  currentCoroutineContext().ensureActive()
  return if (step() === step) begin(step) else null
}
