package dev.reprise.kotlin

import dev.reprise.classify.AttemptTimeoutException
import dev.reprise.testing.ScriptedOperation
import dev.reprise.testing.VirtualTime
import java.time.Duration
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
