package dev.reprise.kotlin.internal

import dev.reprise.DrivenCall
import dev.reprise.context.CallContext
import dev.reprise.function.Attempt
import kotlin.coroutines.intrinsics.startCoroutineUninterceptedOrReturn
import kotlin.coroutines.intrinsics.suspendCoroutineUninterceptedOrReturn

/**
 * Runs code in the coroutine of the caller, and an action on the same thread when the code suspends
 * for the first time or has ended before. The code may end on a different thread while the action
 * runs.
 *
 * @param started must not throw
 */
internal suspend fun <T> starting(code: suspend () -> T, started: () -> Unit): T =
  suspendCoroutineUninterceptedOrReturn { caller ->
    try {
      code.startCoroutineUninterceptedOrReturn(caller)
    } finally {
      started()
    }
  }

/**
 * The context of a call on the thread that starts the collection of a flow. It is open until the
 * collection suspends for the first time, except in the collector, which is no code of the attempt.
 * Later it cannot be opened: an element of the coroutine would reach the collector too.
 */
internal class FlowStart(private val call: DrivenCall<*>, private val attempt: Attempt) {

  // Other threads may emit while this one is about to leave the collection; they open nothing.
  @Volatile private var thread: Thread? = null
  private var scope: CallContext.Scope? = null

  suspend fun <T> around(collection: suspend () -> T): T {
    thread = Thread.currentThread()
    scope = call.enter(attempt)
    return starting(collection) {
      leave()
      thread = null
    }
  }

  /** Closes the context for the collector, or for the end of the attempt. */
  fun leave() {
    if (isHere()) {
      scope?.close()
      scope = null
    }
  }

  /** Opens the context after the collector has returned on this thread. */
  fun enterAgain() {
    if (isHere()) {
      scope = call.enter()
    }
  }

  private fun isHere() = thread === Thread.currentThread()
}
