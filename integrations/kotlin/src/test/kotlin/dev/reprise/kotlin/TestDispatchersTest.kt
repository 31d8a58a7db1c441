package dev.reprise.kotlin

import dev.reprise.Retry
import dev.reprise.decision.StopReason
import dev.reprise.policy.RetryPolicyBuilder
import dev.reprise.report.RetryReport
import java.io.IOException
import kotlin.coroutines.ContinuationInterceptor
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.async
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.test.StandardTestDispatcher
import kotlinx.coroutines.test.TestCoroutineScheduler
import kotlinx.coroutines.test.UnconfinedTestDispatcher
import kotlinx.coroutines.test.currentTime
import kotlinx.coroutines.test.runTest
import kotlinx.coroutines.withContext
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** The clock and the timer of a call, which must agree, with each dispatcher of a test. */
@OptIn(ExperimentalCoroutinesApi::class)
class TestDispatchersTest {

  private fun retry(configure: RetryPolicyBuilder.() -> Unit): Retry =
    Retry.of(
      retryPolicy {
        maxAttempts(4)
        configure()
      }
    )

  private val slow = retry {
    within(250.milliseconds)
    backoff(fixed(100.milliseconds))
  }

  /** How the call ends: by its deadline after two waits if clock and timer agree. */
  private suspend fun endOf(retry: Retry): StopReason =
    try {
      retry.suspending { throw IOException("reset") }
    } catch (failure: IOException) {
      RetryReport.of(failure).orElseThrow().stopReason()
    }

  private suspend fun own(): CoroutineDispatcher =
    currentCoroutineContext()[ContinuationInterceptor] as CoroutineDispatcher

  @Test
  fun a_view_of_a_test_dispatcher_has_virtual_time() = runTest {
    assertThat(endOf(slow)).isEqualTo(StopReason.DEADLINE)
    val view = own().limitedParallelism(1)
    assertThat(withContext(view) { endOf(slow) }).isEqualTo(StopReason.DEADLINE)
    val viewOfView = view.limitedParallelism(2)
    assertThat(withContext(viewOfView) { endOf(slow) }).isEqualTo(StopReason.DEADLINE)
    assertThat(currentTime).isEqualTo(600)
  }

  @Test
  fun an_unconfined_test_dispatcher_has_virtual_time() =
    runTest(UnconfinedTestDispatcher()) {
      assertThat(endOf(slow)).isEqualTo(StopReason.DEADLINE)
      assertThat(currentTime).isEqualTo(200)
    }

  @Test
  fun dispatchers_of_production_have_real_time_in_a_test() = runTest {
    val quick = retry { backoff(fixed(1.milliseconds)) }
    val view = Dispatchers.Default.limitedParallelism(1)
    for (real in listOf(Dispatchers.Default, Dispatchers.IO, view)) {
      assertThat(withContext(real) { endOf(quick) }).isEqualTo(StopReason.ATTEMPTS)
    }
    assertThat(currentTime).isZero()
  }

  @Test
  fun two_schedulers_have_two_clocks() = runTest {
    val other = TestCoroutineScheduler()
    val calls = List(2) { CoroutineScope(StandardTestDispatcher(other)).async { endOf(slow) } }
    assertThat(endOf(slow)).isEqualTo(StopReason.DEADLINE)
    assertThat(currentTime).isEqualTo(200)
    assertThat(other.currentTime).isZero()
    other.advanceTimeBy(201)
    assertThat(calls.map { it.await() }).containsOnly(StopReason.DEADLINE)
  }

  @Test
  fun a_retry_may_be_used_in_real_time_and_then_in_virtual_time() {
    val quick = retry {
      within(250.milliseconds)
      backoff(fixed(1.milliseconds))
    }
    repeat(3) {
      assertThat(runBlocking { endOf(quick) }).isEqualTo(StopReason.ATTEMPTS)
      runTest { assertThat(endOf(quick)).isEqualTo(StopReason.ATTEMPTS) }
    }
  }
}
