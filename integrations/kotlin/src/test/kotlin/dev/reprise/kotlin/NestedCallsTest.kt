package dev.reprise.kotlin

import dev.reprise.Retry
import dev.reprise.budget.RetryBudget
import dev.reprise.decision.StopReason
import dev.reprise.policy.Idempotency
import dev.reprise.policy.Nesting
import dev.reprise.policy.RetryPolicyBuilder
import dev.reprise.report.RetryReport
import java.io.IOException
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.test.StandardTestDispatcher
import kotlinx.coroutines.test.TestScope
import kotlinx.coroutines.test.runTest
import kotlinx.coroutines.withContext
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** A retry inside a retry: one layer retries, unless the policy of the outer one says otherwise. */
class NestedCallsTest {

  private var calls = 0

  private fun layer(configure: RetryPolicyBuilder.() -> Unit): Retry =
    retry("layer") {
        maxAttempts(3)
        backoff(fixed(10.milliseconds))
        configure()
      }
      .withBudget(RetryBudget.unlimited())

  private val kinds: Map<String, RetryPolicyBuilder.() -> Unit> =
    mapOf(
      "plain" to {},
      "timed" to { attemptTimeout(5.seconds) },
      "hedged" to
        {
          idempotency(Idempotency.IDEMPOTENT)
          hedgeAfter(5.seconds)
        },
    )

  private val calling: Map<String, suspend (Retry, suspend () -> Unit) -> Unit> =
    mapOf(
      "suspending" to { retry, code -> retry.suspending { code() } },
      "flow" to { retry, code -> flowOf(code).retrying(retry).toList() },
      "flow after values" to { retry, code -> flowOf(code).retrying(retry, true).toList() },
    )

  private fun flowOf(code: suspend () -> Unit): Flow<Int> = flow {
    code()
    emit(1)
  }

  private fun between(
    other: CoroutineDispatcher
  ): Map<String, suspend (suspend () -> Unit) -> Unit> =
    mapOf(
      "directly" to { code -> code() },
      "in async" to { code -> coroutineScope { async { code() }.await() } },
      "elsewhere" to { code -> withContext(other) { code() } },
      "in a flow of another dispatcher" to { code -> flowOf(code).flowOn(other).toList() },
      "wrapped" to
        { code ->
          try {
            code()
          } catch (failure: IOException) {
            throw IOException("wrapped", failure)
          }
        },
    )

  private suspend fun fails() {
    calls++
    delay(1)
    throw IOException("reset")
  }

  /** Calls each combination of two layers, and checks the failure that the outer one throws. */
  private suspend fun TestScope.inEachCombination(
    outerSettings: RetryPolicyBuilder.() -> Unit,
    check: (String, Throwable) -> Unit,
  ) {
    val ways = between(StandardTestDispatcher(testScheduler))
    for ((kind, settings) in kinds) for ((form, call) in calling) for ((way, through) in ways) {
      for ((innerForm, innerCall) in calling) {
        calls = 0
        val outer = layer {
          settings()
          outerSettings()
        }
        val inner = layer(settings)
        val failure =
          runCatching { call(outer) { through { innerCall(inner) { fails() } } } }.exceptionOrNull()
        check("$kind $form, $way, $innerForm", checkNotNull(failure))
      }
    }
  }

  @Test
  fun two_layers_of_three_attempts_make_three() = runTest {
    inEachCombination({}) { name, failure ->
      val report = RetryReport.of(failure).orElseThrow()
      assertThat(calls).describedAs(name).isEqualTo(3)
      assertThat(report.stopReason()).describedAs(name).isEqualTo(StopReason.ALREADY_RETRIED)
    }
  }

  @Test
  fun two_layers_multiply_if_the_outer_policy_says_so() = runTest {
    inEachCombination({ nesting(Nesting.MULTIPLY) }) { name, failure ->
      val report = RetryReport.of(failure).orElseThrow()
      assertThat(calls).describedAs(name).isEqualTo(9)
      assertThat(report.stopReason()).describedAs(name).isEqualTo(StopReason.ATTEMPTS)
    }
  }
}
