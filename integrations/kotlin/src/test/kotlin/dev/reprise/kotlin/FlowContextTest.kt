package dev.reprise.kotlin

import dev.reprise.context.CallContext
import dev.reprise.event.CallObserver
import dev.reprise.event.RetryEvent
import dev.reprise.function.Attempt
import java.io.IOException
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.test.runTest
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** The scopes of observers and of the context of the retry, around the start of a flow. */
@OptIn(ExperimentalCoroutinesApi::class)
class FlowContextTest {

  private var current = "none"
  private val seen = mutableListOf<String>()

  private inner class Spans : CallObserver.ObservedCall {
    override fun beginAttempt(attempt: Attempt) = scope("attempt ${attempt.number()}")

    override fun open() = scope("call")

    override fun on(event: RetryEvent) {}

    private fun scope(name: String): CallContext.Scope {
      val before = current
      current = name
      return CallContext.Scope { current = before }
    }
  }

  private val retry =
    retry("orders") {
        maxAttempts(3)
        backoff(fixed(10.milliseconds))
        attemptTimeout(5_000.milliseconds)
      }
      .withObserver { Spans() }
  private var attempts = 0

  private fun note(where: String) {
    seen += "$where: $current"
  }

  private val source: Flow<Int> = flow {
    note("start")
    if (++attempts == 1) {
      throw IOException("reset")
    }
    emit(1)
    note("after a value")
    delay(1)
    note("after a suspension")
    emit(2)
  }

  @Test
  fun the_scope_of_an_attempt_is_open_until_the_flow_suspends_and_never_in_the_collector() =
    runTest {
      for (afterValues in listOf(false, true)) {
        seen.clear()
        attempts = 0
        source.retrying(retry, afterValues).collect { note("value $it") }
        val open = if (afterValues) "call" else "none"
        assertThat(seen)
          .containsExactly(
            "start: attempt 1",
            "start: attempt 2",
            "value 1: none",
            "after a value: $open",
            "after a suspension: none",
            "value 2: none",
          )
        assertThat(current).isEqualTo("none")
      }
    }

  @Test
  fun a_collector_that_suspends_leaves_no_scope_behind() = runTest {
    for (afterValues in listOf(false, true)) {
      attempts = 1
      seen.clear()
      source.retrying(retry, afterValues).collect {
        delay(1)
        note("value $it")
      }
      assertThat(seen)
        .containsExactly(
          "start: attempt 1",
          "value 1: none",
          "after a value: none",
          "after a suspension: none",
          "value 2: none",
        )
      assertThat(current).isEqualTo("none")
    }
  }
}
