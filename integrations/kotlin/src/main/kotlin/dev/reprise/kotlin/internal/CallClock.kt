package dev.reprise.kotlin.internal

import dev.reprise.DrivenCall
import dev.reprise.Retry
import dev.reprise.RetryStep
import dev.reprise.decision.StopReason
import dev.reprise.time.Delayer
import java.time.Duration
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.resume
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Job
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.suspendCancellableCoroutine

private const val NANOS_PER_MILLI = 1_000_000L

/**
 * The waits of a call, and the retry whose clock agrees with them:
 * - under `runTest`, `delay` waits and the clock is that of the test's scheduler;
 * - with an environment that has its own timer, that timer waits;
 * - otherwise `delay` waits and the clock is that of the environment.
 */
internal class CallClock private constructor(val retry: Retry, private val delayer: Delayer?) {

  companion object {
    private val TESTS_ARE_PRESENT = isPresent("kotlinx.coroutines.test.TestDispatcher")

    fun of(retry: Retry, context: CoroutineContext): CallClock {
      if (TESTS_ARE_PRESENT) {
        val virtual = TestTime.environment(retry.environment(), context)
        if (virtual != null) {
          return CallClock(retry.withEnvironment(virtual), null)
        }
      }
      val delayer = retry.environment().delayer()
      return CallClock(retry, if (delayer === Delayer.system()) null else delayer)
    }

    private fun isPresent(name: String): Boolean =
      try {
        Class.forName(name, false, CallClock::class.java.classLoader)
        true
      } catch (absent: ClassNotFoundException) {
        false
      }
  }

  /** Waits for at least this time. Throws the exception of a timer that rejects the wait. */
  suspend fun pass(nanos: Long) {
    if (delayer == null) {
      delay(ceilMillis(nanos))
    } else {
      suspendCancellableCoroutine { waiting ->
        val scheduled = delayer.schedule({ waiting.resume(Unit) }, nanos)
        waiting.invokeOnCancellation { scheduled.cancel() }
      }
    }
  }

  /**
   * Waits for the time of a step, or until the retry is shut down, which is then reported to the
   * call.
   */
  suspend fun awaitStep(call: DrivenCall<*>, step: RetryStep.AttemptAfter) {
    val over = Job()
    var isShutDown = false
    val removeAction =
      retry.onShutdown {
        isShutDown = true
        over.complete()
      }
    var rejection: RuntimeException? = null
    try {
      coroutineScope {
        val timer =
          launch(start = CoroutineStart.UNDISPATCHED) {
            rejection = rejectionOf { pass(step.delay().saturatedNanos()) }
            over.complete()
          }
        over.join()
        timer.cancel()
      }
    } finally {
      removeAction.run()
    }
    val rejected = rejection
    if (rejected != null) {
      call.rejected(rejected)
    } else if (isShutDown) {
      call.stop(StopReason.SHUT_DOWN)
    }
  }
}

/** The exception of a timer that rejects a wait; null if the wait has passed. */
internal inline fun rejectionOf(wait: () -> Unit): RuntimeException? =
  try {
    wait()
    null
  } catch (cancelled: CancellationException) {
    throw cancelled
  } catch (rejected: RuntimeException) {
    rejected
  }

/** Never less than the time, because a wait must not end early. */
internal fun ceilMillis(nanos: Long): Long =
  nanos / NANOS_PER_MILLI + if (nanos % NANOS_PER_MILLI > 0) 1 else 0

/** Nanoseconds; at most `Long.MAX_VALUE`. */
internal fun Duration.saturatedNanos(): Long =
  try {
    toNanos()
  } catch (tooLong: ArithmeticException) {
    Long.MAX_VALUE
  }
