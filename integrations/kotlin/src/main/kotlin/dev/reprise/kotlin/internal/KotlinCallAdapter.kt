package dev.reprise.kotlin.internal

import dev.reprise.PlainCall
import dev.reprise.Retry
import dev.reprise.declared.AdaptedCall
import dev.reprise.declared.CallAdapter
import java.lang.reflect.Method
import kotlin.coroutines.Continuation
import kotlin.coroutines.intrinsics.COROUTINE_SUSPENDED
import kotlin.coroutines.intrinsics.startCoroutineUninterceptedOrReturn
import kotlin.coroutines.intrinsics.suspendCoroutineUninterceptedOrReturn
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.emitAll
import kotlinx.coroutines.flow.flow

/** Retries the calls of annotated suspend functions, and of functions that return a flow. */
public class KotlinCallAdapter private constructor(private val valueClass: ValueClass?) :
  CallAdapter {

  /** Called by the service loader. */
  public constructor() : this(null)

  override fun supports(method: Method, returnType: Class<*>): Boolean =
    method.suspends() || returnType == Flow::class.java

  override fun forMethod(method: Method, returnType: Class<*>): CallAdapter =
    if (method.suspends()) KotlinCallAdapter(ValueClass.of(method)) else this

  private fun Method.suspends() = parameterTypes.lastOrNull() == Continuation::class.java

  override fun call(retry: Retry, call: AdaptedCall): Any? {
    val caller = call.arguments().lastOrNull()
    return if (caller is Continuation<*>) {
      @Suppress("UNCHECKED_CAST") suspending(retry, call, caller as Continuation<Any?>)
    } else {
      flowOf(retry, call)
    }
  }

  private fun suspending(retry: Retry, call: AdaptedCall, caller: Continuation<Any?>): Any? {
    val results = valueClass?.let { ValueClassResults(it) }
    val whole: suspend () -> Any? =
      if (call.hasFallback()) {
        {
          callSuspendingOrElse(retry, { call.continued(results) { attempt(it) } }) { failed ->
            call.continued(results) { fallback(PlainCall.failureOf(failed), it) }
          }
        }
      } else {
        { callSuspending(retry) { call.continued(results) { attempt(it) } } }
      }
    return try {
      val result = whole.startCoroutineUninterceptedOrReturn(caller)
      if (results == null) result else results.forCaller(result, caller)
    } catch (failure: Throwable) {
      thrownTo(caller, failure)
    }
  }

  /** Calls the target with a continuation of its own in place of that of the caller. */
  private suspend fun AdaptedCall.continued(
    results: ValueClassResults?,
    code: AdaptedCall.(Array<Any?>) -> Any?,
  ): Any? = suspendCoroutineUninterceptedOrReturn { own ->
    val arguments = arguments().clone()
    arguments[arguments.lastIndex] = own
    val result = code(arguments)
    if (results == null) result else results.boxed(result)
  }

  /**
   * Throws an unchecked exception. A proxy would wrap a checked one, which suspend functions do not
   * declare, so the caller is resumed with it later, after its call has suspended.
   */
  private fun thrownTo(caller: Continuation<Any?>, failure: Throwable): Any {
    if (failure is RuntimeException || failure is Error) {
      throw failure
    }
    resumeLater(caller) { throw failure }
    return COROUTINE_SUSPENDED
  }

  private fun flowOf(retry: Retry, call: AdaptedCall): Flow<Any?> {
    val attempt = flow { emitAll(flowFrom(call.attempt(call.arguments()))) }
    val fallback =
      if (call.hasFallback())
        { failure: Throwable -> flowFrom(call.fallback(failure, call.arguments())) }
      else {
        null
      }
    return RetriedFlow(attempt, retry, afterValues = false, fallback)
  }

  @Suppress("UNCHECKED_CAST") private fun flowFrom(result: Any?) = result as Flow<Any?>
}
