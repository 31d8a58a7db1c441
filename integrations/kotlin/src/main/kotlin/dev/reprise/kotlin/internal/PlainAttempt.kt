package dev.reprise.kotlin.internal

import dev.reprise.DrivenCall
import dev.reprise.RetryDriver
import dev.reprise.function.Attempt
import dev.reprise.report.RetryReport
import java.time.Duration
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater
import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.isActive

/**
 * The first attempt of a plain call, which has no other object unless it fails. Most blocks do not
 * use it, so what it shows is created on demand.
 */
internal class PlainAttempt(private val driver: RetryDriver) : Attempt {

  private val began = driver.begin()
  private val mark = RetryReport.mark()

  @Volatile private var shown: Attempt? = null

  fun succeeded() {
    driver.succeeded(began)
  }

  /**
   * Returns the call after the failure of this attempt.
   *
   * @param context that of the caller; if its job is cancelled, the failure is a consequence of
   *   that, and the cancellation is thrown
   */
  fun <T> failed(failure: Throwable, context: CoroutineContext): DrivenCall<T> {
    if (!context.isActive) {
      driver.cancelled(began, mark)
      context.throwIfCancelled(failure)
    }
    // The key of the call is that of this attempt, even if the block asks for it later.
    return driver.failed(began, mark, failure, shown())
  }

  // Several threads may ask for the key, and all must see the same one: the first object stays.
  private fun shown(): Attempt {
    val known = shown
    if (known != null) {
      return known
    }
    SHOWN.compareAndSet(this, null, driver.attempt(began))
    return checkNotNull(shown)
  }

  override fun number(): Int = 1

  override fun elapsed(): Duration = shown().elapsed()

  override fun timeLeft(): Duration = shown().timeLeft()

  override fun lastFailure(): Throwable? = null

  override fun idempotencyKey(): String = shown().idempotencyKey()

  override fun toString(): String = shown().toString()

  private companion object {
    private val SHOWN =
      AtomicReferenceFieldUpdater.newUpdater(PlainAttempt::class.java, Attempt::class.java, "shown")
  }
}
