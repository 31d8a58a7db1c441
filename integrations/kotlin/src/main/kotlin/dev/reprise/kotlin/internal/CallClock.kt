package dev.reprise.kotlin.internal

import dev.reprise.Retry
import dev.reprise.policy.RetryPolicy
import dev.reprise.time.Delayer
import java.time.Duration
import kotlin.coroutines.ContinuationInterceptor
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.resume
import kotlinx.coroutines.Delay
import kotlinx.coroutines.InternalCoroutinesApi
import kotlinx.coroutines.suspendCancellableCoroutine

/** The clock and the timer of a call, which agree with each other, and its policy. */
internal class CallClock(retry: Retry, context: CoroutineContext) {

  // An override of retries replaces the settings of each call; the driver asks for it itself.
  private val current = retry.current()
  private val delayer = Delayer.guarded(delayerOf(current, context))
  val policy: RetryPolicy
    get() = current.policy()

  /** Waits for at least this time. Throws the exception of a timer that rejects the wait. */
  suspend fun pass(nanos: Long) {
    var timer: Delayer.Scheduled? = null
    try {
      suspendCancellableCoroutine { waiting ->
        timer = delayer.schedule({ waiting.resume(Unit) }, nanos)
      }
    } finally {
      timer?.cancel()
    }
  }

  /** Runs an action after this time. Throws the exception of a timer that rejects it. */
  fun schedule(nanos: Long, action: Runnable): Delayer.Scheduled = delayer.schedule(action, nanos)

  /** Runs an action at the shutdown of the retry, as [Retry.onShutdown]. */
  fun onShutdown(action: Runnable): Runnable = current.onShutdown(action)

  companion object {
    private val TESTS_ARE_PRESENT = isPresent("kotlinx.coroutines.test.TestDispatcher")

    /** A copy of a retry with the clock of `runTest`; the same retry elsewhere. */
    fun timed(retry: Retry, context: CoroutineContext): Retry {
      if (!TESTS_ARE_PRESENT) {
        return retry
      }
      val virtual = TestTime.environment(retry, context)
      return if (virtual == null) retry else retry.withEnvironment(virtual)
    }

    private fun isPresent(name: String): Boolean =
      try {
        Class.forName(name, false, CallClock::class.java.classLoader)
        true
      } catch (absent: ClassNotFoundException) {
        false
      }

    @OptIn(InternalCoroutinesApi::class)
    private fun delayerOf(retry: Retry, context: CoroutineContext): Delayer {
      val own = retry.environment().delayer()
      val dispatcher = context[ContinuationInterceptor]
      return if (own === Delayer.system() && dispatcher is Delay) {
        DispatcherDelayer(dispatcher, context)
      } else {
        own
      }
    }
  }
}

/** The timer of a dispatcher that has one: of `runTest`, `runBlocking`, a user interface. */
@OptIn(InternalCoroutinesApi::class)
internal class DispatcherDelayer(
  private val dispatcher: Delay,
  private val context: CoroutineContext,
) : Delayer {

  override fun schedule(task: Runnable, delayNanos: Long): Delayer.Scheduled {
    val handle = dispatcher.invokeOnTimeout(ceilMillis(delayNanos), task, context)
    return Delayer.Scheduled { handle.dispose() }
  }

  private companion object {
    const val NANOS_PER_MILLI = 1_000_000L

    /** Never less than the time, because a wait must not end early. */
    fun ceilMillis(nanos: Long): Long =
      nanos / NANOS_PER_MILLI + if (nanos % NANOS_PER_MILLI > 0) 1 else 0
  }
}

/** Nanoseconds; at most `Long.MAX_VALUE`. */
internal fun Duration.saturatedNanos(): Long =
  try {
    toNanos()
  } catch (tooLong: ArithmeticException) {
    Long.MAX_VALUE
  }
