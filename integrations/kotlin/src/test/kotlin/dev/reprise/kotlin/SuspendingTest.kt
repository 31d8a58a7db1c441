package dev.reprise.kotlin

import dev.reprise.Retry
import dev.reprise.backoff.Backoff
import dev.reprise.classify.AttemptTimeoutException
import dev.reprise.context.CallContext
import dev.reprise.decision.ResultRejectedException
import dev.reprise.decision.StopReason
import dev.reprise.event.RetryEvent
import dev.reprise.policy.Idempotency
import dev.reprise.report.RetryReport
import dev.reprise.testing.RecordingListener
import java.io.IOException
import java.util.concurrent.CancellationException
import java.util.concurrent.Executors
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.isActive
import kotlinx.coroutines.launch
import kotlinx.coroutines.supervisorScope
import kotlinx.coroutines.test.StandardTestDispatcher
import kotlinx.coroutines.test.currentTime
import kotlinx.coroutines.test.resetMain
import kotlinx.coroutines.test.runCurrent
import kotlinx.coroutines.test.runTest
import kotlinx.coroutines.test.setMain
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

@OptIn(ExperimentalCoroutinesApi::class)
class SuspendingTest {

  private val events = RecordingListener()
  private val retry =
    retry("orders") {
        maxAttempts(3)
        within(30.seconds)
        backoff(fixed(100.milliseconds))
      }
      .withListener(events)
  private var attempts = 0

  private suspend inline fun <reified X : Throwable> failureOf(
    crossinline code: suspend () -> Any?
  ): X {
    val failure =
      try {
        code()
        null
      } catch (thrown: Throwable) {
        thrown
      }
    assertThat(failure).isInstanceOf(X::class.java)
    return failure as X
  }

  private fun failsUntil(last: Int): String {
    attempts++
    if (attempts < last) {
      throw IOException("attempt $attempts")
    }
    return "page $attempts"
  }

  @Test
  fun a_suspend_function_is_retried_after_waits_of_virtual_time() = runTest {
    val page =
      retry.suspending { attempt ->
        delay(7)
        failsUntil(3) + " of ${attempt.number()}"
      }
    assertThat(page).isEqualTo("page 3 of 3")
    assertThat(currentTime).isEqualTo(221)
  }

  @Test
  fun the_attempt_may_be_the_receiver() = runTest {
    val number: Int = retry {
      failsUntil(2)
      number()
    }
    assertThat(number).isEqualTo(2)
  }

  @Test
  fun a_blocking_call_infers_its_types() {
    val immediate = Retry.of(retryPolicy { backoff(Backoff.none()) })
    val page: String? =
      immediate.calling { attempt -> failsUntil(2).takeIf { attempt.number() > 9 } }
    assertThat(page).isNull()
    assertThat(attempts).isEqualTo(2)
  }

  @Test
  fun null_is_a_result() = runTest {
    val nothing: String? = retry.suspending { null }
    assertThat(nothing).isNull()
  }

  @Test
  fun a_rejected_result_is_retried() = runTest {
    val polling = retry.withPolicy(retryPolicy(retry.policy()) { retryOnResult<Int> { it < 3 } })
    assertThat(polling.suspending { ++attempts }).isEqualTo(3)
    attempts = -9
    val rejected = failureOf<ResultRejectedException> { polling.suspending { ++attempts } }
    assertThat(rejected.result()).isEqualTo(-6)
  }

  @Test
  fun the_last_failure_is_thrown_itself_with_its_report() = runTest {
    val failures = List(3) { IOException("attempt $it") }
    val thrown = failureOf<IOException> { retry.suspending { throw failures[attempts++] } }
    assertThat(thrown).isSameAs(failures[2])
    val report = RetryReport.of(thrown).orElseThrow()
    assertThat(report.attempts()).isEqualTo(3)
    assertThat(report.elapsed().toMillis()).isEqualTo(200)
  }

  @Test
  fun the_deadline_counts_virtual_time_of_attempts_and_waits() = runTest {
    val limited =
      retry.withPolicy(
        retryPolicy(retry.policy()) {
          unlimitedAttempts()
          within(1.seconds)
        }
      )
    failureOf<IOException> {
      limited.suspending {
        delay(250)
        failsUntil(99)
      }
    }
    assertThat(attempts).isEqualTo(3)
    assertThat(currentTime).isEqualTo(950)
    assertThat(events.stopReason()).isEqualTo(StopReason.DEADLINE)
  }

  @Test
  fun cancelling_the_job_during_an_attempt_ends_it_and_retries_nothing() = runTest {
    var ended = false
    val job = launch {
      retry.suspending {
        attempts++
        try {
          awaitCancellation()
        } finally {
          ended = true
        }
      }
    }
    runCurrent()
    job.cancelAndJoin()
    assertThat(ended).isTrue()
    assertThat(attempts).isEqualTo(1)
    assertThat(currentTime).isZero()
    assertThat(events.stopReason()).isEqualTo(StopReason.CANCELLED)
    assertThat(retry.state().view().retrying()).isZero()
  }

  @Test
  fun cancelling_the_job_during_a_wait_ends_it_and_returns_the_permit() = runTest {
    val job = launch { retry.suspending { failsUntil(9) } }
    testScheduler.advanceTimeBy(50)
    runCurrent()
    job.cancelAndJoin()
    assertThat(attempts).isEqualTo(1)
    assertThat(currentTime).isEqualTo(50)
    assertThat(events.stopReason()).isEqualTo(StopReason.CANCELLED)
    assertThat(retry.state().view().retrying()).isZero()
  }

  @Test
  fun a_failure_that_follows_from_the_cancellation_is_not_retried() = runTest {
    val job = launch {
      retry.suspending {
        attempts++
        try {
          awaitCancellation()
        } catch (cancelled: CancellationException) {
          throw IOException("closed", cancelled)
        }
      }
    }
    runCurrent()
    job.cancelAndJoin()
    assertThat(attempts).isEqualTo(1)
    assertThat(job.isCancelled).isTrue()
    assertThat(events.stopReason()).isEqualTo(StopReason.CANCELLED)
  }

  @Test
  fun siblings_survive_the_failures_of_a_call() = runTest {
    supervisorScope {
      val sibling = launch { delay(5_000) }
      val page = async { retry.suspending { failsUntil(3) } }
      assertThat(page.await()).isEqualTo("page 3")
      assertThat(sibling.isActive).isTrue()
      sibling.join()
      assertThat(sibling.isCancelled).isFalse()
    }
  }

  @Test
  fun a_timeout_inside_an_attempt_is_retried() = runTest {
    val page =
      retry.suspending {
        withTimeout(50) {
          delay(if (++attempts < 3) 60 else 40)
          "page"
        }
      }
    assertThat(page).isEqualTo("page")
    assertThat(attempts).isEqualTo(3)
    assertThat(currentTime).isEqualTo(50 + 100 + 50 + 100 + 40)
  }

  @Test
  fun the_timeout_of_the_last_attempt_is_thrown() = runTest {
    val timeout =
      failureOf<TimeoutCancellationException> { retry.suspending { withTimeout(50) { delay(60) } } }
    assertThat(RetryReport.of(timeout).orElseThrow().attempts()).isEqualTo(3)
    assertThat(isActive).isTrue()
  }

  @Test
  fun a_timeout_around_the_call_ends_it() = runTest {
    failureOf<TimeoutCancellationException> {
      withTimeout(150) { retry.suspending { failsUntil(9) } }
    }
    assertThat(attempts).isEqualTo(2)
    assertThat(currentTime).isEqualTo(150)
    assertThat(events.stopReason()).isEqualTo(StopReason.CANCELLED)
  }

  @Test
  fun an_attempt_timeout_is_retried_and_told_apart_from_those_of_the_user() = runTest {
    val timed = retry.withPolicy(retryPolicy(retry.policy()) { attemptTimeout(200.milliseconds) })
    val page =
      timed.suspending { attempt ->
        when (attempt.number()) {
          1 -> delay(201)
          2 -> {
            assertThat(attempt.lastFailure()).isInstanceOf(AttemptTimeoutException::class.java)
            withTimeout(50) { delay(60) }
          }
          else ->
            assertThat(attempt.lastFailure()).isInstanceOf(TimeoutCancellationException::class.java)
        }
        "page"
      }
    assertThat(page).isEqualTo("page")
    assertThat(currentTime).isEqualTo(200 + 100 + 50 + 100)
  }

  @Test
  fun a_timeout_around_the_call_ends_a_timed_attempt() = runTest {
    val timed = retry.withPolicy(retryPolicy(retry.policy()) { attemptTimeout(200.milliseconds) })
    failureOf<TimeoutCancellationException> {
      withTimeout(70) { timed.suspending { awaitCancellation() } }
    }
    assertThat(currentTime).isEqualTo(70)
    assertThat(events.stopReason()).isEqualTo(StopReason.CANCELLED)
  }

  @Test
  fun the_cancellation_of_somebody_else_ends_the_call_but_not_its_job() = runTest {
    val other = CompletableDeferred<String>()
    other.cancel()
    failureOf<CancellationException> {
      retry.suspending {
        attempts++
        other.await()
      }
    }
    assertThat(attempts).isEqualTo(1)
    assertThat(isActive).isTrue()
    assertThat(events.stopReason()).isEqualTo(StopReason.CANCELLED)
  }

  @Test
  fun a_shutdown_ends_a_wait() = runTest {
    launch {
      delay(30)
      retry.shutdown()
    }
    failureOf<IOException> { retry.suspending { failsUntil(9) } }
    assertThat(currentTime).isEqualTo(30)
    assertThat(events.stopReason()).isEqualTo(StopReason.SHUT_DOWN)
  }

  private fun hedging(): Retry =
    retry.withPolicy(
      retryPolicy(retry.policy()) {
        idempotency(Idempotency.IDEMPOTENT)
        hedgeAfter(40.milliseconds)
      }
    )

  @Test
  fun a_slow_attempt_is_hedged_and_the_loser_has_ended_when_the_call_returns() = runTest {
    var loser: Throwable? = null
    val winner =
      hedging().suspending { attempt ->
        if (attempt.number() == 1) {
          try {
            awaitCancellation()
          } catch (cancelled: CancellationException) {
            loser = cancelled
            throw cancelled
          }
        }
        delay(10)
        attempt.number()
      }
    assertThat(winner).isEqualTo(2)
    assertThat(loser).isNotNull()
    assertThat(currentTime).isEqualTo(50)
  }

  @Test
  fun the_result_of_a_loser_that_ignores_its_cancellation_is_closed_once() = runTest {
    var closed = 0
    val late = AutoCloseable { closed++ }
    val winner =
      hedging().suspending<Any> { attempt ->
        if (attempt.number() == 1) {
          withContext(NonCancellable) { delay(200) }
          late
        } else {
          "fast"
        }
      }
    assertThat(winner).isEqualTo("fast")
    assertThat(closed).isEqualTo(1)
    assertThat(currentTime).isEqualTo(200)
  }

  @Test
  fun cancelling_the_job_cancels_all_hedges() = runTest {
    var cancelled = 0
    val hedged = hedging()
    val job = launch {
      hedged.suspending {
        try {
          awaitCancellation()
        } finally {
          cancelled++
        }
      }
    }
    testScheduler.advanceTimeBy(60)
    runCurrent()
    job.cancelAndJoin()
    assertThat(cancelled).isEqualTo(2)
    assertThat(events.stopReason()).isEqualTo(StopReason.CANCELLED)
  }

  @Test
  fun the_context_of_the_retry_is_active_after_each_suspension_and_only_in_attempts() = runTest {
    val local = ThreadLocal<String?>()
    val carrying =
      retry.withContext(
        CallContext.of(local::get, { value: String -> local.set(value) }, local::remove)
      )
    val seen = mutableListOf<String?>()
    local.set("caller")
    val job =
      launch(start = CoroutineStart.UNDISPATCHED) {
        carrying.suspending {
          seen += local.get()
          yield()
          seen += local.get()
          delay(10)
          seen += local.get()
          failsUntil(2)
        }
      }
    local.set("elsewhere")
    job.join()
    assertThat(seen).hasSize(6).containsOnly("caller")
    assertThat(local.get()).isEqualTo("elsewhere")
  }

  @Test
  fun a_retry_on_a_real_dispatcher_blocks_no_thread() = runTest {
    Executors.newSingleThreadExecutor().asCoroutineDispatcher().use { single ->
      val immediate = Retry.of(retryPolicy { backoff(fixed(1.milliseconds)) })
      val all =
        withContext(single) {
          val second = CompletableDeferred<Unit>()
          val first = async {
            immediate.suspending { attempt ->
              if (attempt.number() == 1) throw IOException("reset")
              second.await()
              "first"
            }
          }
          val other = async {
            immediate.suspending {
              second.complete(Unit)
              "second"
            }
          }
          first.await() + other.await()
        }
      assertThat(all).isEqualTo("firstsecond")
    }
  }

  @Test
  fun a_failure_is_part_of_the_result_of_executing() = runTest {
    val success = retry.executing { failsUntil(3) }
    assertThat(success.value()).isEqualTo("page 3")
    assertThat(success.attempts()).isEqualTo(3)
    val failure = retry.executing<String> { throw IOException("reset") }
    assertThat(failure.succeeded()).isFalse()
    assertThat(failure.failure()).isInstanceOf(IOException::class.java)
    assertThat(failure.stopReason()).isEqualTo(StopReason.ATTEMPTS)
    assertThat(failure.elapsed().toMillis()).isEqualTo(200)
    failureOf<StackOverflowError> { retry.executing<String> { throw StackOverflowError() } }
  }

  @Test
  fun a_fallback_replaces_the_failure_but_not_a_cancellation() = runTest {
    val page =
      retry.suspendingOrElse({ failsUntil(9) }) { failed ->
        delay(7)
        "cached after ${failed.attempts()}"
      }
    assertThat(page).isEqualTo("cached after 3")
    assertThat(currentTime).isEqualTo(207)
    attempts = 0
    assertThat(retry.suspendingOrElse({ failsUntil(2) }) { "cached" }).isEqualTo("page 2")
    var fellBack = false
    val job = launch {
      retry.suspendingOrElse<String>({ awaitCancellation() }) {
        fellBack = true
        "cached"
      }
    }
    runCurrent()
    job.cancelAndJoin()
    assertThat(fellBack).isFalse()
    val thrown =
      failureOf<IllegalStateException> {
        retry.suspendingOrElse({ failsUntil(99) }) { error("no cache") }
      }
    assertThat(thrown.suppressed).hasSize(1)
  }

  @Test
  fun the_main_dispatcher_of_a_test_has_virtual_time() = runTest {
    Dispatchers.setMain(StandardTestDispatcher(testScheduler))
    try {
      val limited = retry.withPolicy(retryPolicy(retry.policy()) { within(150.milliseconds) })
      withContext(Dispatchers.Main) {
        failureOf<IOException> { limited.suspending { failsUntil(99) } }
      }
    } finally {
      Dispatchers.resetMain()
    }
    assertThat(currentTime).isEqualTo(100)
    assertThat(events.stopReason()).isEqualTo(StopReason.DEADLINE)
  }

  @Test
  fun the_attempts_of_a_call_have_one_key() = runTest {
    val keys = mutableSetOf<String>()
    retry.suspending { attempt ->
      keys += attempt.idempotencyKey()
      failsUntil(3)
    }
    assertThat(keys).hasSize(1)
  }

  @Test
  fun a_listener_receives_the_waits() = runTest {
    retry.suspending { failsUntil(3) }
    assertThat(events.recorded(RetryEvent.RetryStarted::class.java)).hasSize(2)
  }
}
