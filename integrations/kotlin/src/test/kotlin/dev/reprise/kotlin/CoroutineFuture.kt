package dev.reprise.kotlin

import dev.reprise.Retry
import dev.reprise.classify.Failures
import dev.reprise.classify.Outcome
import dev.reprise.hedge.Hedge
import dev.reprise.kotlin.internal.outcomeOf
import dev.reprise.policy.Idempotency
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.Executor
import java.util.function.Supplier
import kotlin.coroutines.resume
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.launch
import kotlinx.coroutines.suspendCancellableCoroutine

/**
 * A coroutine as the future that the contract expects: completing it from outside cancels the
 * coroutine first.
 */
internal class CoroutineFuture(code: suspend () -> Any?) : CompletableFuture<Any?>() {

  private var left = false
  private val job: Job =
    CoroutineScope(Dispatchers.Unconfined).launch(start = CoroutineStart.UNDISPATCHED) {
      val outcome = outcomeOf { code() }
      if (!left) {
        when (outcome) {
          is Outcome.Returned -> super@CoroutineFuture.complete(outcome.value())
          is Outcome.Threw -> super@CoroutineFuture.completeExceptionally(outcome.failure())
        }
      }
    }

  private inline fun <R> leaving(completion: () -> R): R {
    left = true
    job.cancel()
    return completion()
  }

  override fun complete(value: Any?): Boolean = leaving { super.complete(value) }

  override fun completeExceptionally(failure: Throwable): Boolean = leaving {
    super.completeExceptionally(failure)
  }

  override fun cancel(mayInterruptIfRunning: Boolean): Boolean = leaving {
    super.cancel(mayInterruptIfRunning)
  }

  override fun completeAsync(
    supplier: Supplier<out Any?>,
    executor: Executor,
  ): CompletableFuture<Any?> {
    executor.execute { complete(supplier.get()) }
    return this
  }

  override fun obtrudeValue(value: Any?) = leaving { super.obtrudeValue(value) }

  override fun obtrudeException(failure: Throwable) = leaving { super.obtrudeException(failure) }
}

/**
 * Waits for a stage; an operation that returns none has failed. In contrast to `await`, the failure
 * is the same instance, which `await` copies if assertions are enabled.
 */
internal suspend fun <T> CompletableFuture<T>?.awaited(): T {
  val stage = this ?: throw NullPointerException("the operation returned null in place of a stage")
  val outcome: Outcome<T> = suspendCancellableCoroutine { waiting ->
    waiting.invokeOnCancellation { stage.cancel(true) }
    stage.whenComplete { value, failure ->
      if (waiting.isActive) {
        waiting.resume(
          if (failure == null) Outcome.returned(value)
          else Outcome.threw(Failures.unwrapCompletion(failure))
        )
      }
    }
  }
  return when (outcome) {
    is Outcome.Returned -> outcome.value()
    is Outcome.Threw -> throw outcome.failure()
  }
}

/** Calls with a hedge that is never sent must have the same outcome as without it. */
internal fun Retry.hedgedLate(): Retry {
  val policy = policy()
  return if (policy.hedge().isPresent || policy.idempotency() == Idempotency.NOT_IDEMPOTENT) {
    this
  } else {
    withPolicy(
      policy
        .toBuilder()
        .idempotency(Idempotency.IDEMPOTENT)
        .hedge(Hedge.after(Duration.ofHours(10)))
        .build()
    )
  }
}
