package dev.reprise.kotlin

import dev.reprise.budget.RetryBudget
import dev.reprise.decision.StopReason
import dev.reprise.policy.Idempotency
import dev.reprise.report.RetryReport
import dev.reprise.testing.RecordingListener
import java.io.IOException
import java.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.catch
import kotlinx.coroutines.flow.channelFlow
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.combine
import kotlinx.coroutines.flow.emitAll
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.flow.transform
import kotlinx.coroutines.flow.zip
import kotlinx.coroutines.launch
import kotlinx.coroutines.test.currentTime
import kotlinx.coroutines.test.runTest
import kotlinx.coroutines.withContext
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

@OptIn(ExperimentalCoroutinesApi::class)
class RetryingFlowTest {

  private val events = RecordingListener()
  private val retry =
    retry("orders") {
        maxAttempts(3)
        backoff(fixed(100.milliseconds))
        attemptTimeout(50.milliseconds)
      }
      .withListener(events)
  private var attempts = 0

  private fun failing(beforeValues: Int, afterValues: Int): Flow<Int> = flow {
    attempts++
    if (attempts <= beforeValues) {
      throw IOException("before")
    }
    emit(1)
    emit(2)
    if (attempts <= afterValues) {
      throw IOException("after")
    }
    emit(3)
  }

  private suspend fun <T> Flow<T>.seen(): Pair<List<T>, Throwable?> {
    val values = mutableListOf<T>()
    return try {
      collect { values += it }
      values to null
    } catch (failure: IOException) {
      values to failure
    }
  }

  @Test
  fun a_flow_that_fails_before_its_first_value_is_collected_again() = runTest {
    assertThat(failing(2, 0).retrying(retry).toList()).containsExactly(1, 2, 3)
    assertThat(attempts).isEqualTo(3)
    assertThat(currentTime).isEqualTo(200)
  }

  @Test
  fun a_flow_that_has_emitted_is_not_collected_again() = runTest {
    val (values, failure) = failing(1, 2).retrying(retry).seen()
    assertThat(values).containsExactly(1, 2)
    assertThat(failure).hasMessage("after")
    assertThat(attempts).isEqualTo(2)
    assertThat(events.stopReason()).isEqualTo(StopReason.SUCCEEDED)
  }

  @Test
  fun a_flow_that_may_repeat_values_is_collected_again_after_some() = runTest {
    val (values, failure) = failing(1, 2).retrying(retry, afterValues = true).seen()
    assertThat(values).containsExactly(1, 2, 1, 2, 3)
    assertThat(failure).isNull()
  }

  @Test
  fun an_empty_flow_stays_empty() = runTest {
    val empty = flow<Int> { if (++attempts < 2) throw IOException("before") }
    assertThat(empty.retrying(retry).toList()).isEmpty()
    assertThat(attempts).isEqualTo(2)
  }

  @Test
  fun an_exception_of_the_collector_is_not_retried() = runTest {
    for (afterValues in listOf(false, true)) {
      attempts = 0
      val failure = IOException("of the collector")
      var thrown: Throwable? = null
      try {
        failing(0, 0).retrying(retry, afterValues).collect { throw failure }
      } catch (caught: IOException) {
        thrown = caught
      }
      assertThat(thrown).isSameAs(failure)
      assertThat(attempts).isEqualTo(1)
    }
  }

  @Test
  fun a_flow_may_replace_the_exception_of_its_collector_as_without_a_retry() = runTest {
    val translating = flow {
      try {
        emit(++attempts)
      } catch (failure: IOException) {
        throw IllegalArgumentException("wrapped", failure)
      }
    }
    val flows = listOf(false, true).map { translating.retrying(retry, afterValues = it) }
    for (flow in listOf(translating) + flows) {
      attempts = 0
      val thrown =
        runCatching { flow.collect { throw IOException("of the collector") } }.exceptionOrNull()
      assertThat(thrown).isInstanceOf(IllegalArgumentException::class.java).hasMessage("wrapped")
      assertThat(attempts).isEqualTo(1)
    }
  }

  @Test
  fun a_collector_that_needs_one_value_gets_it() = runTest {
    assertThat(failing(1, 0).retrying(retry).first()).isEqualTo(1)
    assertThat(failing(0, 0).retrying(retry, afterValues = true).first()).isEqualTo(1)
  }

  @Test
  fun operators_of_flows_follow() = runTest {
    val doubled =
      flow { failing(1, 0).retrying(retry).collect { emit(it) } }.map { it * 2 }.catch { emit(-1) }
    assertThat(doubled.toList()).containsExactly(2, 4, 6)
  }

  @Test
  fun the_attempt_timeout_ends_with_the_first_value() = runTest {
    val slow = flow {
      if (++attempts == 1) {
        awaitCancellation()
      }
      delay(40)
      emit(1)
      delay(400)
      emit(2)
    }
    assertThat(slow.retrying(retry).toList()).containsExactly(1, 2)
    assertThat(currentTime).isEqualTo(50 + 100 + 40 + 400)
  }

  private val numbers = flow {
    attempts++
    emit(1)
    emit(2)
    delay(1)
    emit(3)
  }

  @Test
  fun a_timeout_while_the_collector_is_suspended_ends_the_attempt_when_it_returns() = runTest {
    val retried = numbers.retrying(retry, afterValues = true)
    val flows =
      listOf(
        retried,
        retried.map { it },
        retried.transform { emit(it) },
        flow { emitAll(retried) },
        flow { retried.collect { emit(it) } },
      )
    for (flow in flows) {
      attempts = 0
      val started = currentTime
      val seen = mutableListOf<Int>()
      flow.collect {
        if (attempts < 3) {
          delay(40)
        }
        seen += it
      }
      assertThat(seen).containsExactly(1, 2, 1, 2, 1, 2, 3)
      assertThat(currentTime - started).isEqualTo(2 * (80 + 100) + 1)
    }
  }

  @Test
  fun a_flow_that_is_complete_when_a_slow_collector_returns_is_not_collected_again() = runTest {
    val seen = mutableListOf<Int>()
    failing(0, 0).take(1).retrying(retry, afterValues = true).collect {
      delay(80)
      seen += it
    }
    assertThat(seen).containsExactly(1)
    assertThat(attempts).isEqualTo(1)
  }

  @Test
  fun an_exception_of_a_slow_collector_is_not_replaced_by_the_timeout() = runTest {
    val failure = IOException("of the collector")
    var thrown: Throwable? = null
    try {
      numbers.retrying(retry, afterValues = true).collect {
        delay(80)
        throw failure
      }
    } catch (caught: IOException) {
      thrown = caught
    }
    assertThat(thrown).isSameAs(failure)
    assertThat(attempts).isEqualTo(1)
    assertThat(currentTime).isEqualTo(80)
  }

  @Test
  fun flows_that_run_elsewhere_and_flows_of_several_flows_are_retried() = runTest {
    fun retried() = failing(2, 0).retrying(retry)
    val flows =
      listOf<Flow<Any?>>(
        retried().buffer().flowOn(Dispatchers.Default),
        failing(2, 0).flowOn(Dispatchers.Unconfined).buffer(3).retrying(retry),
        channelFlow { retried().collect { send(it) } },
        retried().zip(flowOf("a", "b", "c", "d")) { number, _ -> number },
        retried().combine(flowOf(0)) { number, nothing -> number + nothing },
      )
    for (flow in flows) {
      attempts = 0
      assertThat(flow.toList()).endsWith(3)
      assertThat(attempts).isEqualTo(3)
    }
    attempts = 0
    assertThat(retried().take(2).toList()).containsExactly(1, 2)
  }

  @Test
  fun a_flow_that_emits_in_another_context_fails_without_a_retry() = runTest {
    val wrong = flow {
      attempts++
      withContext(Dispatchers.Unconfined) { emit(1) }
    }
    val failure = runCatching { wrong.retrying(retry).toList() }.exceptionOrNull()
    assertThat(failure).isInstanceOf(IllegalStateException::class.java)
    assertThat(attempts).isEqualTo(1)
  }

  @Test
  fun a_shutdown_ends_the_wait_of_a_flow() = runTest {
    launch {
      delay(30)
      retry.shutdown()
    }
    val (_, failure) = failing(9, 0).retrying(retry).seen()
    assertThat(failure).hasMessage("before")
    assertThat(currentTime).isEqualTo(30)
    assertThat(events.stopReason()).isEqualTo(StopReason.SHUT_DOWN)
  }

  @Test
  fun cancelling_the_collector_ends_collection_and_wait_of_a_flow() = runTest {
    for (waits in listOf(0L, 500L)) {
      val started = currentTime
      val own = retry("own") { backoff(fixed(200.milliseconds)) }
      val source = flow {
        delay(waits)
        emit(failing(9, 0).first())
      }
      val job = launch { source.retrying(own).collect {} }
      delay(150)
      job.cancelAndJoin()
      assertThat(currentTime - started).isEqualTo(150)
      assertThat(own.state().view().retrying()).isZero()
    }
  }

  @Test
  fun a_hint_moves_the_next_collection_and_an_empty_budget_ends_the_flow() = runTest {
    val hinting =
      retry.withPolicy(
        retryPolicy(retry.policy()) {
          hintFrom("after", IOException::class.java) { Duration.ofMillis(700) }
          hintJitter(0.0)
        }
      )
    assertThat(failing(1, 0).retrying(hinting).toList()).containsExactly(1, 2, 3)
    assertThat(currentTime).isEqualTo(700)
    attempts = 0
    val (_, failure) = failing(9, 0).retrying(retry.withBudget(RetryBudget.none())).seen()
    assertThat(RetryReport.of(failure!!).orElseThrow().stopReason()).isEqualTo(StopReason.BUDGET)
    assertThat(attempts).isEqualTo(1)
  }

  @Test
  fun a_flow_is_not_hedged() = runTest {
    val hedging =
      retry.withPolicy(
        retryPolicy(retry.policy()) {
          idempotency(Idempotency.IDEMPOTENT)
          hedgeAfter(5.milliseconds)
        }
      )
    val slow = flow {
      attempts++
      delay(30)
      emit(1)
    }
    assertThat(slow.retrying(hedging).toList()).containsExactly(1)
    assertThat(attempts).isEqualTo(1)
  }
}
