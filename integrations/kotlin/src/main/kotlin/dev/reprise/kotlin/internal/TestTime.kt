package dev.reprise.kotlin.internal

import dev.reprise.Retry
import dev.reprise.time.Delayer
import dev.reprise.time.RetryEnvironment
import dev.reprise.time.TickSource
import java.util.WeakHashMap
import kotlin.coroutines.ContinuationInterceptor
import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.Delay
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.InternalCoroutinesApi
import kotlinx.coroutines.test.TestCoroutineScheduler
import kotlinx.coroutines.test.TestDispatcher

/**
 * The clock and the timer of a test's scheduler. Loaded only if `kotlinx-coroutines-test` is on the
 * class path, and used only for coroutines that a dispatcher of it runs: then `delay` is virtual.
 */
@OptIn(ExperimentalCoroutinesApi::class, InternalCoroutinesApi::class)
internal object TestTime {

  private const val PACKAGE = "kotlinx.coroutines.test."
  private const val NANOS_PER_MILLI = 1_000_000L
  private val origins = WeakHashMap<TestCoroutineScheduler, Long>()

  /** The environment of the test; null if the dispatcher is not one of a test. */
  fun environment(retry: Retry, context: CoroutineContext): RetryEnvironment? {
    val dispatcher = context[ContinuationInterceptor]
    if (dispatcher !is Delay) {
      return null
    }
    val scheduler = scheduler(dispatcher, context) ?: return null
    val real = retry.environment()
    return TestEnvironment(real, ticksOf(scheduler, real), DispatcherDelayer(dispatcher, context))
  }

  /** `Dispatchers.Main` of a test is not a [TestDispatcher]; its scheduler is in the context. */
  private fun scheduler(
    dispatcher: ContinuationInterceptor,
    context: CoroutineContext,
  ): TestCoroutineScheduler? =
    when {
      dispatcher is TestDispatcher -> dispatcher.scheduler
      dispatcher.javaClass.name.startsWith(PACKAGE) -> context[TestCoroutineScheduler]
      else -> context[TestCoroutineScheduler]?.takeIf { isView(dispatcher as Delay, context) }
    }

  /**
   * Returns whether a dispatcher is a view of a test's dispatcher, as `limitedParallelism` returns:
   * such a dispatcher rejects the scheduler of another test.
   */
  private fun isView(dispatcher: Delay, context: CoroutineContext): Boolean =
    try {
      val never = Runnable {}
      dispatcher
        .invokeOnTimeout(Long.MAX_VALUE, never, context + TestCoroutineScheduler())
        .dispose()
      false
    } catch (ofAnotherTest: IllegalStateException) {
      true
    }

  /** Ticks from the time of the first call on, so that a retry shared by tests seldom goes back. */
  private fun ticksOf(scheduler: TestCoroutineScheduler, real: RetryEnvironment): TickSource {
    val elapsed = { scheduler.currentTime * NANOS_PER_MILLI }
    val origin =
      synchronized(origins) { origins.getOrPut(scheduler) { real.ticks().nanos() - elapsed() } }
    return TickSource { origin + elapsed() }
  }

  private class TestEnvironment(
    real: RetryEnvironment,
    private val virtual: TickSource,
    private val timer: Delayer,
  ) : RetryEnvironment by real {

    override fun ticks(): TickSource = virtual

    override fun delayer(): Delayer = timer
  }
}
