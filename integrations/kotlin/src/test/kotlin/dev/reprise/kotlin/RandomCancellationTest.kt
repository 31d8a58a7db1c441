package dev.reprise.kotlin

import dev.reprise.Retry
import dev.reprise.budget.RetryBudget
import dev.reprise.classify.AttemptTimeoutException
import dev.reprise.hedge.Hedge
import dev.reprise.policy.Idempotency
import dev.reprise.policy.RetryPolicyBuilder
import dev.reprise.report.RetryReport
import java.io.IOException
import java.time.Duration
import kotlin.random.Random
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.test.runTest
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/**
 * Jobs that are cancelled at any moment: in an attempt, in a wait, in a hedge, before the start.
 */
@OptIn(ExperimentalCoroutinesApi::class)
class RandomCancellationTest {

  /** Counts what is taken and returned. */
  private class Ledger : RetryBudget by RetryBudget.unlimited() {
    var calls = 0
    var permits = 0
    var taken = 0

    override fun callStarted(nowNanos: Long) {
      calls++
    }

    override fun firstAttemptSucceeded(nowNanos: Long) {
      calls--
    }

    override fun callFinished(nowNanos: Long) {
      calls--
    }

    override fun tryAcquire(nowNanos: Long): Boolean {
      permits++
      taken++
      return true
    }

    override fun permitReturned(succeeded: Boolean, nowNanos: Long) {
      permits--
    }

    override fun newInstance(): RetryBudget = this
  }

  private fun retry(ledger: Ledger, configure: RetryPolicyBuilder.() -> Unit): Retry =
    Retry.of(
        retryPolicy {
          maxAttempts(4)
          backoff(fixed(10.milliseconds))
          configure()
        }
      )
      .withBudget(ledger)

  /** The value of an attempt, which its caller or the library must close. */
  private class Page(private val open: MutableList<Page>) : AutoCloseable {
    init {
      open += this
    }

    override fun close() {
      open -= this
    }
  }

  private val open = mutableListOf<Page>()

  private suspend fun attempt(random: Random): Page {
    when (random.nextInt(5)) {
      0 -> throw IOException("at once")
      1 -> {
        delay(random.nextLong(30))
        throw IOException("later")
      }
      2 -> withTimeout(random.nextLong(1, 20)) { delay(15) }
      3 -> withContext(NonCancellable) { delay(random.nextLong(30)) }
      else -> delay(random.nextLong(30))
    }
    return Page(open)
  }

  private fun cancelled(
    seed: Long,
    configure: RetryPolicyBuilder.() -> Unit,
    call: suspend (Retry, Random) -> Page?,
  ) = runTest {
    val random = Random(seed)
    val ledger = Ledger()
    val retry = retry(ledger, configure)
    var inFlight = 0
    var returned = 0
    val jobs =
      List(100) {
        val ofCall = Random(random.nextLong())
        launch {
          inFlight++
          try {
            call(retry, ofCall)?.close()
            returned++
          } catch (failure: IOException) {
            assertThat(RetryReport.of(failure)).isPresent()
          } catch (failure: AttemptTimeoutException) {
            assertThat(RetryReport.of(failure)).isPresent()
          } catch (failure: CancellationException) {
            // of this job, or of the last attempt's own timeout
          } finally {
            inFlight--
          }
        }
      }
    val cancels =
      jobs.map { job ->
        launch {
          delay(random.nextLong(90))
          job.cancel()
        }
      }
    (jobs + cancels).joinAll()
    assertThat(returned).describedAs("seed %s", seed).isBetween(1, 99)
    assertThat(ledger.taken).describedAs("seed %s", seed).isPositive()
    assertThat(listOf(ledger.calls, ledger.permits, inFlight))
      .describedAs("calls, permits and coroutines with seed %s", seed)
      .containsExactly(0, 0, 0)
    assertThat(retry.state().view().retrying()).describedAs("seed %s", seed).isZero()
    assertThat(open).describedAs("pages that nobody closed, with seed %s", seed).isEmpty()
  }

  @Test
  fun calls_leave_no_permit_and_no_coroutine() {
    for (seed in 1L..10) {
      cancelled(seed, {}) { retry, random -> retry.suspending { attempt(random) } }
    }
  }

  @Test
  fun calls_with_a_timeout_of_the_attempt_leave_nothing() {
    for (seed in 1L..10) {
      cancelled(seed, { attemptTimeout(12.milliseconds) }) { retry, random ->
        retry.suspending { attempt(random) }
      }
    }
  }

  @Test
  fun hedged_calls_leave_nothing() {
    for (seed in 1L..10) {
      val hedged: RetryPolicyBuilder.() -> Unit = {
        idempotency(Idempotency.IDEMPOTENT)
        hedge(Hedge.after(Duration.ofMillis(8)))
      }
      cancelled(seed, hedged) { retry, random -> retry.suspending { attempt(random) } }
    }
  }

  @Test
  fun flows_leave_nothing() {
    for (seed in 1L..10) {
      cancelled(seed, {}) { retry, random ->
        flow { attempt(random).use { emit(it) } }
          .retrying(retry)
          .collect { delay(random.nextLong(5)) }
        null
      }
    }
  }
}
