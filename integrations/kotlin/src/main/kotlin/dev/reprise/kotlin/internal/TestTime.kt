package dev.reprise.kotlin.internal

import dev.reprise.time.RetryEnvironment
import dev.reprise.time.TickSource
import java.util.WeakHashMap
import kotlin.coroutines.ContinuationInterceptor
import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.test.TestCoroutineScheduler
import kotlinx.coroutines.test.TestDispatcher

/**
 * The clock of a test's scheduler. Loaded only if `kotlinx-coroutines-test` is on the class path,
 * and used only for coroutines that a dispatcher of it runs: then `delay` is virtual.
 */
internal object TestTime {

  private val origins = WeakHashMap<TestCoroutineScheduler, Long>()

  /** The environment with the clock of the test; null if the dispatcher is not one of a test. */
  fun environment(real: RetryEnvironment, context: CoroutineContext): RetryEnvironment? {
    val dispatcher = context[ContinuationInterceptor] as? TestDispatcher ?: return null
    return VirtualEnvironment(real, ticksOf(dispatcher.scheduler, real))
  }

  /** Ticks from the time of the first call on, so that a retry shared by tests seldom goes back. */
  @OptIn(ExperimentalCoroutinesApi::class)
  private fun ticksOf(scheduler: TestCoroutineScheduler, real: RetryEnvironment): TickSource {
    val elapsed = { scheduler.currentTime * 1_000_000L }
    val origin =
      synchronized(origins) { origins.getOrPut(scheduler) { real.ticks().nanos() - elapsed() } }
    return TickSource { origin + elapsed() }
  }

  private class VirtualEnvironment(real: RetryEnvironment, private val virtual: TickSource) :
    RetryEnvironment by real {
    override fun ticks(): TickSource = virtual
  }
}
