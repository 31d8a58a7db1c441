package dev.reprise.kotlin

import dev.reprise.Retry
import dev.reprise.decision.StopReason
import dev.reprise.policy.Idempotency
import dev.reprise.policy.RetryPolicyBuilder
import dev.reprise.report.RetryReport
import dev.reprise.testing.VirtualTime
import java.io.IOException
import java.util.concurrent.CompletableFuture
import java.util.concurrent.RejectedExecutionException
import java.util.concurrent.atomic.AtomicInteger
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.flow
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** Timers that reject a wait, whatever they throw. */
class RejectedWaitTest {

  private val rejections =
    listOf(RejectedExecutionException("full"), OutOfMemoryError("no thread"), IOException("odd"))

  private fun rejecting(rejection: Throwable, configure: RetryPolicyBuilder.() -> Unit): Retry =
    retry("orders") {
        maxAttempts(3)
        backoff(fixed(1.seconds))
        configure()
      }
      .withEnvironment(VirtualTime.seeded(1).withDelayer { _, _ -> throw rejection })

  private val ways: List<suspend Retry.(suspend () -> Int) -> Int> =
    listOf(
      { code -> suspending { code() } },
      { code -> flow { emit(code()) }.retrying(this).first() },
      { code -> flow { emit(code()) }.retrying(this, afterValues = true).first() },
    )

  @Test
  fun a_wait_that_the_timer_rejects_ends_the_call_with_the_failure_of_its_attempt() {
    for (rejection in rejections) {
      val plain = rejecting(rejection) {}
      val hedged =
        rejecting(rejection) {
          idempotency(Idempotency.IDEMPOTENT)
          hedgeAfter(1.seconds)
        }
      for (retry in listOf(plain, hedged)) {
        for (way in ways) {
          val lost = IOException("lost")
          val call = CoroutineFuture { retry.way { throw lost } }

          val failure = call.handle { _, thrown -> thrown }.join()
          assertThat(failure).isSameAs(lost)
          assertThat(failure.suppressed).contains(rejection)
          assertThat(RetryReport.of(failure).orElseThrow().stopReason())
            .isEqualTo(StopReason.EXECUTOR_REJECTED)
        }
      }
    }
  }

  @Test
  fun a_hedge_that_the_timer_rejects_is_not_sent() {
    for (rejection in rejections) {
      val attempts = AtomicInteger()
      val retry =
        rejecting(rejection) {
          idempotency(Idempotency.IDEMPOTENT)
          hedgeAfter(1.seconds)
        }
      val response = CompletableFuture<Int>()
      val call = CoroutineFuture {
        retry.suspending {
          attempts.incrementAndGet()
          response.awaited()
        }
      }
      response.complete(7)
      assertThat(call).isCompletedWithValue(7)
      assertThat(attempts).hasValue(1)
    }
  }

  @Test
  fun an_attempt_whose_timeout_the_timer_rejects_has_failed_with_the_rejection() {
    for (rejection in rejections) {
      val plain = rejecting(rejection) { attemptTimeout(1.seconds) }
      val hedged =
        rejecting(rejection) {
          attemptTimeout(1.seconds)
          idempotency(Idempotency.IDEMPOTENT)
          hedgeAfter(1.seconds)
        }
      for (retry in listOf(plain, hedged)) {
        for (way in ways) {
          val call = CoroutineFuture { retry.way { CompletableFuture<Int>().awaited() } }
          assertThat(call.handle { _, thrown -> thrown }.join()).isSameAs(rejection)
        }
      }
    }
  }
}
