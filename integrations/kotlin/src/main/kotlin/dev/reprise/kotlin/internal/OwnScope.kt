package dev.reprise.kotlin.internal

import dev.reprise.classify.Outcome
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.coroutineScope

/**
 * Makes an attempt in a scope of its own. A coroutine that the attempt has started in it and that
 * fails is a failure of the attempt alone.
 */
internal suspend fun <T> inOwnScope(code: suspend () -> Outcome<T>): Outcome<T> {
  var ended: Outcome<T>? = null
  val left = leftBy { ended = code() }
  return ofScope(ended, left)
}

/** Runs code in a scope. Returns the exception that leaves the scope; null for none. */
internal suspend fun leftBy(code: suspend CoroutineScope.() -> Unit): Throwable? =
  outcomeOf { coroutineScope(code) }.failureOrNull()

/**
 * The outcome of code in a scope, whose own exception is the same instance. If that is only the
 * cancellation by a coroutine of the scope that has failed, it is the failure of that coroutine.
 *
 * @param ended the outcome of the code; null if it has none
 * @param left the exception that has left the scope
 */
internal fun <T> ofScope(ended: Outcome<T>?, left: Throwable?): Outcome<T> {
  val failure = ended?.failureOrNull()
  val byChild = left != null && left !is CancellationException
  return if (ended == null || (failure is CancellationException && byChild)) {
    Outcome.threw(checkNotNull(left) { "no outcome" })
  } else {
    ended
  }
}
