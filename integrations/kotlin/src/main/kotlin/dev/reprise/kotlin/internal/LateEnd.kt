package dev.reprise.kotlin.internal

import kotlin.coroutines.Continuation
import kotlin.coroutines.ContinuationInterceptor
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.startCoroutine
import kotlinx.coroutines.Delay
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.InternalCoroutinesApi

/**
 * Resumes a coroutine with the end of some code after the current call has returned to it that it
 * has suspended. The interceptor of the coroutine resumes it, so it continues on its own thread
 * with its thread context. An interceptor that would do so at once, before the call has returned,
 * is asked again from elsewhere.
 */
internal fun resumeLater(caller: Continuation<Any?>, end: suspend () -> Any?) {
  val afterReturn = AfterReturn(caller)
  end.startCoroutine(afterReturn)
  if (afterReturn.wasResumedAtOnce()) {
    runLater(caller.context) { end.startCoroutine(caller) }
  }
}

/** Resumes the caller, unless the call is still on the stack of this thread. */
private class AfterReturn(private val caller: Continuation<Any?>) : Continuation<Any?> {

  // Only the thread of the call reads and writes the flags.
  private val thread = Thread.currentThread()
  private var returns = false
  private var resumed = false

  override val context: CoroutineContext
    get() = caller.context

  override fun resumeWith(result: Result<Any?>) {
    if (Thread.currentThread() === thread && !returns) {
      resumed = true
    } else {
      caller.resumeWith(result)
    }
  }

  fun wasResumedAtOnce(): Boolean {
    returns = true
    return resumed
  }
}

/** Runs a task by the timer of the dispatcher if it has one, so that a test keeps its own time. */
@OptIn(InternalCoroutinesApi::class)
private fun runLater(context: CoroutineContext, task: Runnable) {
  val own = context[ContinuationInterceptor]
  if (own is Delay) {
    DispatcherDelayer(own, context).schedule(task, 0)
  } else {
    Dispatchers.Default.dispatch(context, task)
  }
}
