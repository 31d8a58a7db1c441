package dev.reprise.verification.coroutines

import arrow.resilience.Schedule
import arrow.resilience.retry
import dev.reprise.Retry
import dev.reprise.backoff.Backoff
import dev.reprise.budget.RetryBudget
import dev.reprise.kotlin.retryPolicy
import dev.reprise.kotlin.suspending
import io.github.resilience4j.kotlin.retry.executeSuspendFunction
import io.github.resilience4j.retry.RetryConfig
import java.io.IOException
import java.time.Duration
import kotlin.time.Duration.Companion.hours

/** An operation that fails a number of times, and then returns. */
internal class Script(private var failures: Int) {

  fun attempt(): String {
    if (failures-- > 0) {
      throw Unavailable()
    }
    return "page"
  }
}

/** Without a stack trace, whose cost would hide all others. */
internal class Unavailable : IOException("unavailable") {
  override fun fillInStackTrace(): Throwable = this
}

/** Three attempts, without waits unless stated otherwise. */
internal enum class Contender(val label: String) {
  LOOP("a loop by hand") {
    override suspend fun call(script: Script): String {
      for (attempt in 1..2) {
        try {
          return script.attempt()
        } catch (again: IOException) {
          // the next attempt
        }
      }
      return script.attempt()
    }

    override suspend fun waiting(): String {
      kotlinx.coroutines.delay(HOUR)
      return "page"
    }
  },
  REPRISE("Reprise") {
    private val retry =
      Retry.of(
          retryPolicy {
            maxAttempts(3)
            backoff(Backoff.none())
          }
        )
        .withBudget(RetryBudget.unlimited())
    private val patient =
      Retry.of(
          retryPolicy {
            maxAttempts(3)
            withoutTimeLimit()
            backoff(Backoff.fixed(Duration.ofHours(1)))
          }
        )
        .withBudget(RetryBudget.unlimited())

    override suspend fun call(script: Script): String = retry.suspending { script.attempt() }

    override suspend fun waiting(): String = patient.suspending { throw Unavailable() }
  },
  RESILIENCE4J("resilience4j-kotlin") {
    private val retry = retry(Duration.ofMillis(1)) { 0L }
    private val patient = retry(Duration.ofHours(1)) { HOUR }

    override suspend fun call(script: Script): String =
      retry.executeSuspendFunction { script.attempt() }

    override suspend fun waiting(): String = patient.executeSuspendFunction { throw Unavailable() }

    private fun retry(wait: Duration, interval: (Int) -> Long) =
      io.github.resilience4j.retry.Retry.of(
        "pages",
        RetryConfig.custom<Any>()
          .maxAttempts(3)
          .waitDuration(wait)
          .intervalFunction { attempt -> interval(attempt) }
          .build(),
      )
  },
  ARROW("Arrow's Schedule") {
    private val schedule = Schedule.recurs<Throwable>(2)
    private val patient = Schedule.spaced<Throwable>(1.hours)

    override suspend fun call(script: Script): String = schedule.retry { script.attempt() }

    override suspend fun waiting(): String = patient.retry { throw Unavailable() }
  };

  /** Calls until the third attempt has failed. */
  abstract suspend fun call(script: Script): String

  /** Fails once and then waits for an hour. */
  abstract suspend fun waiting(): String

  private companion object {
    const val HOUR = 3_600_000L
  }
}
