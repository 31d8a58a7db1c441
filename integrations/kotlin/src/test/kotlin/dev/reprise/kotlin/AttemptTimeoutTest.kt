package dev.reprise.kotlin

import dev.reprise.classify.AttemptTimeoutException
import dev.reprise.testing.ScriptedOperation
import dev.reprise.testing.VirtualTime
import dev.reprise.time.Delayer
import dev.reprise.time.RetryEnvironment
import java.io.IOException
import java.time.Duration
import java.util.concurrent.RejectedExecutionException
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.flow
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class AttemptTimeoutTest {

  private val time = VirtualTime.seeded(1)
  private val retry =
    retry("orders") {
        maxAttempts(1)
        attemptTimeout(100.milliseconds)
      }
      .withEnvironment(time)

  private fun failureAfter(
    blocked: Long,
    suspended: Long,
    via: suspend (suspend () -> Unit) -> Unit,
  ) =
    ScriptedOperation<Any?>(time).let { operation ->
      operation.takes(Duration.ofMillis(suspended)).returns("page")
      val call = CoroutineFuture {
        via {
          time.stall(Duration.ofMillis(blocked))
          operation.stage().awaited()
        }
      }
      time.await(call).handle { _, failure -> failure }.join()
    }

  private val ways: List<suspend (suspend () -> Unit) -> Unit> =
    listOf(
      { code -> retry.suspending { code() } },
      { code -> flow<Nothing> { code() }.retrying(retry).collect {} },
      { code -> flow<Nothing> { code() }.retrying(retry, afterValues = true).collect {} },
    )

  @Test
  fun the_time_in_which_an_attempt_blocks_before_it_suspends_counts() {
    for (via in ways) {
      assertThat(failureAfter(80, 20, via)).isNull()
      assertThat(failureAfter(80, 21, via)).isInstanceOf(AttemptTimeoutException::class.java)
      assertThat(time.pending()).isZero()
    }
  }

  @Test
  fun a_timer_that_cannot_cancel_its_tasks_changes_nothing() {
    val uncancellable =
      time.withDelayer { task, nanos ->
        time.delayer().schedule(task, nanos)
        Delayer.Scheduled { throw IllegalStateException("cannot cancel") }
      }
    val twice =
      retry("orders") {
          maxAttempts(2)
          attemptTimeout(100.milliseconds)
        }
        .withEnvironment(uncancellable)
    val ways: List<suspend (suspend () -> Unit) -> Unit> =
      listOf(
        { code -> twice.suspending { code() } },
        { code -> flow<Nothing> { code() }.retrying(twice).collect {} },
      )
    for (via in ways) {
      var attempts = 0
      val call = CoroutineFuture { via { if (++attempts == 1) throw IOException("lost") } }
      time.runUntilIdle()

      assertThat(call).isCompleted()
      assertThat(attempts).isEqualTo(2)
    }
  }

  @Test
  fun a_timeout_that_the_timer_rejects_while_the_collector_has_a_value_ends_the_attempt() {
    val rejecting =
      object : RetryEnvironment by time {
        override fun delayer() = Delayer { _, _ -> throw RejectedExecutionException("full") }
      }
    val seen = mutableListOf<Int>()
    val retried =
      flow {
          emit(1)
          emit(2)
        }
        .retrying(retry.withEnvironment(rejecting), afterValues = true)
    val call = CoroutineFuture {
      retried.collect {
        ScriptedOperation<Any?>(time).takes(Duration.ofMillis(1)).returns(null).stage().awaited()
        seen += it
      }
    }
    val failure = time.await(call).handle { _, thrown -> thrown }.join()
    assertThat(failure).isInstanceOf(RejectedExecutionException::class.java).hasMessage("full")
    assertThat(seen).containsExactly(1)
  }

  @Test
  fun no_timer_remains_after_an_attempt_that_emits_or_ends_before_it_suspends() {
    for (afterValues in listOf(false, true)) {
      val pending = mutableListOf<Int>()
      val source = flow {
        emit(1)
        ScriptedOperation<Any?>(time).takes(Duration.ofMillis(1)).returns(null).stage().awaited()
        pending += time.pending()
      }
      time.await(CoroutineFuture { source.retrying(retry, afterValues).collect {} })
      assertThat(pending).containsExactly(if (afterValues) 1 else 0)
      assertThat(time.pending()).isZero()
    }
  }
}
