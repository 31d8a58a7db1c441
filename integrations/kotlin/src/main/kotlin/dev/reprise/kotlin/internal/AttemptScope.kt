package dev.reprise.kotlin.internal

import dev.reprise.DrivenCall
import dev.reprise.context.CallContext
import dev.reprise.function.Attempt
import java.util.concurrent.atomic.AtomicBoolean
import kotlin.coroutines.AbstractCoroutineContextElement
import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.ThreadContextElement

/**
 * Opens the context of a call on each thread on which an attempt runs, whenever its coroutine is
 * resumed, and closes it whenever the coroutine is suspended.
 */
internal class AttemptScope(private val call: DrivenCall<*>, private val attempt: Attempt) :
  AbstractCoroutineContextElement(Key), ThreadContextElement<CallContext.Scope> {

  private val begun = AtomicBoolean()

  override fun updateThreadContext(context: CoroutineContext): CallContext.Scope =
    if (begun.compareAndSet(false, true)) call.enter(attempt) else call.enter()

  override fun restoreThreadContext(context: CoroutineContext, oldState: CallContext.Scope) {
    oldState.close()
  }

  private companion object Key : CoroutineContext.Key<AttemptScope>
}
