package dev.reprise.kotlin

import dev.reprise.Retry
import dev.reprise.classify.AttemptTimeoutException
import dev.reprise.context.CallContext
import dev.reprise.decision.StopReason
import dev.reprise.policy.Idempotency
import dev.reprise.policy.RetryPolicyBuilder
import dev.reprise.testing.RecordingListener
import java.io.IOException
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancel
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.job
import kotlinx.coroutines.launch
import kotlinx.coroutines.supervisorScope
import kotlinx.coroutines.test.TestScope
import kotlinx.coroutines.test.currentTime
import kotlinx.coroutines.test.runTest
import kotlinx.coroutines.withContext
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** Cancellation of the caller, of an attempt and of coroutines in it, through each kind of call. */
@OptIn(ExperimentalCoroutinesApi::class)
class CancelledCallTest {

  private val events = RecordingListener()
  private val plain =
    retry("orders") {
        maxAttempts(3)
        backoff(fixed(100.milliseconds))
      }
      .withListener(events)
  private val timed = changed { attemptTimeout(5.seconds) }
  private val hedged = changed {
    idempotency(Idempotency.IDEMPOTENT)
    hedgeAfter(5.seconds)
  }
  private val local = ThreadLocal<String?>()
  private val carrying =
    plain.withContext(
      CallContext.of(local::get, { value: String -> local.set(value) }, local::remove)
    )
  private var attempts = 0

  private fun changed(configure: RetryPolicyBuilder.() -> Unit): Retry =
    plain.withPolicy(retryPolicy(plain.policy(), configure))

  private suspend fun failureOf(code: suspend () -> Any?): Throwable? =
    try {
      code()
      null
    } catch (thrown: Throwable) {
      thrown
    }

  /** The exception of code whose job is cancelled after a time; null if it has none. */
  private suspend fun TestScope.cancelledAfter(millis: Long, code: suspend () -> Any?): Throwable? {
    var thrown: Throwable? = null
    supervisorScope {
      val job = launch { thrown = failureOf(code) }
      delay(millis)
      job.cancel()
      job.join()
    }
    return thrown
  }

  @Test
  fun no_attempt_begins_in_a_cancelled_job() = runTest {
    val calls: List<suspend () -> Any?> =
      listOf(plain, timed, hedged, carrying).flatMap { retry ->
        listOf<suspend () -> Any?>(
          { retry.suspending { attempts++ } },
          { retry.executing { attempts++ } },
          { retry.suspendingOrElse({ attempts++ }) { attempts++ } },
          { flow { emit(attempts++) }.retrying(retry).collect {} },
        )
      }
    for (call in calls) {
      launch(start = CoroutineStart.UNDISPATCHED) {
        currentCoroutineContext().cancel()
        assertThat(failureOf(call)).isInstanceOf(CancellationException::class.java)
      }
    }
    assertThat(attempts).isZero()
    assertThat(plain.state().view().retrying()).isZero()
  }

  @Test
  fun a_value_that_an_attempt_returns_in_spite_of_the_cancellation_is_returned() = runTest {
    for (retry in listOf(plain, timed, carrying)) {
      var page: String? = null
      cancelledAfter(10) {
        page =
          retry.suspending {
            withContext(NonCancellable) { delay(30) }
            "page"
          }
      }
      assertThat(page).isEqualTo("page")
    }
  }

  @Test
  fun the_value_of_a_hedged_call_is_not_lost_if_the_job_is_cancelled_while_losers_end() = runTest {
    val early = changed {
      idempotency(Idempotency.IDEMPOTENT)
      hedgeAfter(40.milliseconds)
    }
    var page: String? = null
    cancelledAfter(100) {
      page =
        early.suspending { attempt ->
          if (attempt.number() == 1) {
            withContext(NonCancellable) { delay(300) }
          }
          "page ${attempt.number()}"
        }
    }
    assertThat(page).isEqualTo("page 2")
    assertThat(currentTime).isEqualTo(300)
    assertThat(events.stopReason()).isEqualTo(StopReason.SUCCEEDED)
  }

  @Test
  fun a_coroutine_that_fails_in_the_scope_of_an_attempt_fails_this_attempt_alone() = runTest {
    for (retry in listOf(timed, hedged, carrying)) {
      attempts = 0
      val page =
        retry.suspending { attempt ->
          if (++attempts == 1) {
            CoroutineScope(currentCoroutineContext()).launch { throw IOException("of a child") }
            awaitCancellation()
          }
          assertThat(attempt.lastFailure()).hasMessage("of a child")
          "page"
        }
      assertThat(page).isEqualTo("page")
      assertThat(attempts).isEqualTo(2)
    }
    assertThat(currentCoroutineContext().job.isActive).isTrue()
  }

  @Test
  fun an_error_after_the_timeout_of_an_attempt_is_thrown_and_not_retried() = runTest {
    for (configure in listOf<RetryPolicyBuilder.() -> Unit>({}, { hedgeOf() })) {
      attempts = 0
      val started = currentTime
      val short = changed {
        attemptTimeout(50.milliseconds)
        configure()
      }
      val error = AssertionError("invariant")
      val failure = failureOf {
        short.suspending {
          attempts++
          try {
            awaitCancellation()
          } finally {
            throw error
          }
        }
      }
      assertThat(failure).isSameAs(error)
      assertThat(attempts).isEqualTo(1)
      assertThat(currentTime - started).isEqualTo(50)
      val other = failureOf {
        short.suspending {
          try {
            awaitCancellation()
          } finally {
            throw IOException("closed")
          }
        }
      }
      assertThat(other).isInstanceOf(AttemptTimeoutException::class.java)
    }
    assertThat(plain.state().view().retrying()).isZero()
  }

  @Test
  fun an_error_after_the_timeout_of_an_attempt_cancels_the_attempts_in_flight() = runTest {
    val failing = changed {
      attemptTimeout(50.milliseconds)
      idempotency(Idempotency.IDEMPOTENT)
      hedgeAfter(40.milliseconds)
    }
    val ended = mutableListOf<Int>()
    val failure = failureOf {
      failing.suspending { attempt ->
        try {
          awaitCancellation()
        } finally {
          ended += attempt.number()
          if (attempt.number() == 1) {
            throw AssertionError("invariant")
          }
        }
      }
    }
    assertThat(failure).isInstanceOf(AssertionError::class.java).hasMessage("invariant")
    assertThat(ended).containsExactly(1, 2)
    assertThat(currentTime).isEqualTo(50)
    assertThat(events.stopReason()).isEqualTo(StopReason.CANCELLED)
  }

  @Test
  fun an_error_of_a_coroutine_of_an_attempt_replaces_its_timeout() = runTest {
    val hedging = changed {
      attemptTimeout(50.milliseconds)
      idempotency(Idempotency.IDEMPOTENT)
      hedgeAfter(40.milliseconds)
    }
    for (failing in listOf(changed { attemptTimeout(50.milliseconds) }, hedging)) {
      val failure = failureOf {
        failing.suspending {
          CoroutineScope(currentCoroutineContext()).launch {
            try {
              awaitCancellation()
            } finally {
              throw AssertionError("invariant")
            }
          }
          awaitCancellation()
        }
      }
      assertThat(failure).isInstanceOf(AssertionError::class.java).hasMessage("invariant")
    }
  }

  @Test
  fun an_error_of_a_losing_attempt_does_not_replace_the_value() = runTest {
    val early = changed {
      idempotency(Idempotency.IDEMPOTENT)
      hedgeAfter(40.milliseconds)
    }
    val page =
      early.suspending { attempt ->
        if (attempt.number() == 1) {
          try {
            awaitCancellation()
          } finally {
            throw AssertionError("invariant")
          }
        }
        "page ${attempt.number()}"
      }
    assertThat(page).isEqualTo("page 2")
    assertThat(events.stopReason()).isEqualTo(StopReason.SUCCEEDED)
  }

  @Test
  fun an_error_of_a_cancelled_attempt_is_thrown() = runTest {
    for (retry in listOf(plain, timed, hedged, carrying)) {
      val failure =
        cancelledAfter(10) {
          retry.suspending {
            try {
              awaitCancellation()
            } finally {
              throw AssertionError("invariant")
            }
          }
        }
      assertThat(failure).isInstanceOf(AssertionError::class.java)
    }
    assertThat(plain.state().view().retrying()).isZero()
  }

  @Test
  fun a_fallback_that_is_cancelled_throws_the_cancellation_without_the_failure() = runTest {
    for (fallback in
      listOf<suspend () -> String>({ awaitCancellation() }, ::closedByCancellation)) {
      val failure =
        cancelledAfter(250) {
          plain.suspendingOrElse<String>({ throw IOException("reset") }) { fallback() }
        }
      assertThat(failure)
        .isInstanceOf(CancellationException::class.java)
        .hasNoSuppressedExceptions()
    }
  }

  private suspend fun closedByCancellation(): String =
    try {
      awaitCancellation()
    } catch (cancelled: CancellationException) {
      throw IOException("closed", cancelled)
    }

  @Test
  fun a_shutdown_at_the_moment_of_the_cancellation_throws_the_cancellation() = runTest {
    for (shutdownFirst in listOf(false, true)) {
      for (configure in listOf<RetryPolicyBuilder.() -> Unit>({}, { hedgeOf() })) {
        val own = retry("own") { backoff(fixed(100.milliseconds)) }
        val retry = own.withPolicy(retryPolicy(own.policy(), configure))
        val thrown = mutableListOf<Throwable?>()
        val jobs =
          listOf<suspend () -> Any?>(
              { retry.suspending { throw IOException("reset") } },
              { flow<Int> { throw IOException("reset") }.retrying(retry).collect {} },
            )
            .map { call -> launch { thrown += failureOf(call) } }
        delay(50)
        if (shutdownFirst) {
          retry.shutdown()
        }
        jobs.forEach { it.cancel() }
        retry.shutdown()
        jobs.forEach { it.join() }
        assertThat(thrown).hasSize(2).hasOnlyElementsOfType(CancellationException::class.java)
      }
    }
  }

  private fun RetryPolicyBuilder.hedgeOf() {
    idempotency(Idempotency.IDEMPOTENT)
    hedgeAfter(5.seconds)
  }

  @Test
  fun a_shutdown_ends_a_wait_that_cannot_be_cancelled() = runTest {
    launch {
      delay(30)
      plain.shutdown()
    }
    val failure = failureOf {
      withContext(NonCancellable) { plain.suspending { throw IOException("reset") } }
    }
    assertThat(failure).isInstanceOf(IOException::class.java)
    assertThat(currentTime).isEqualTo(30)
  }
}
