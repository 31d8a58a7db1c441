package dev.reprise.kotlin

import dev.reprise.decision.StopReason
import dev.reprise.testing.RecordingListener
import java.io.IOException
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.catch
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.test.currentTime
import kotlinx.coroutines.test.runTest
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
}
