package dev.reprise.kotlin.internal

import java.lang.reflect.Method
import java.lang.reflect.ParameterizedType
import java.lang.reflect.WildcardType
import kotlin.coroutines.Continuation
import kotlin.coroutines.intrinsics.COROUTINE_SUSPENDED

/**
 * The value class that a suspend function returns. The compiled code of such a function returns the
 * value itself if it has not suspended, but resumes its caller with an instance of the class.
 */
internal class ValueClass private constructor(private val box: Method) {

  // If the value must not be null, an instance with null has no hash code.
  private val acceptsNull =
    try {
      box.invoke(null, null).hashCode()
      true
    } catch (notNull: NullPointerException) {
      false
    }

  fun isInstance(value: Any?): Boolean = box.declaringClass.isInstance(value)

  /** Returns an instance with a value, unless it is one already, or the absence of one. */
  fun boxed(value: Any?): Any? =
    if (isInstance(value) || (value == null && !acceptsNull)) value else box.invoke(null, value)

  companion object {

    /** The value class of a suspend function that may return the value itself; null for none. */
    fun of(function: Method): ValueClass? =
      resultOf(function)?.takeIf { it.isAnnotationPresent(JvmInline::class.java) }?.let(::of)

    private fun of(type: Class<*>): ValueClass? =
      type.declaredMethods
        .firstOrNull { it.name == "box-impl" && !it.parameterTypes[0].isPrimitive }
        ?.takeIf { it.trySetAccessible() }
        ?.let { ValueClass(it) }

    /** The type in `Continuation<? super Type>`, the last parameter of a suspend function. */
    private fun resultOf(function: Method): Class<*>? {
      val continuation = function.genericParameterTypes.lastOrNull() as? ParameterizedType
      val result = continuation?.actualTypeArguments?.first() as? WildcardType
      val type = result?.lowerBounds?.firstOrNull()
      return (if (type is ParameterizedType) type.rawType else type) as? Class<*>
    }
  }
}

/**
 * The results of the attempts of one call, all as instances of the class, so that conditions of the
 * policy and a caller that was resumed receive the same, whether an attempt has suspended or not.
 */
internal class ValueClassResults(private val type: ValueClass) {

  // Of the latest attempt that has not suspended. A call that has not suspended has one thread.
  private var returned: Any? = null
  private var boxed: Any? = null

  fun boxed(value: Any?): Any? {
    if (value === COROUTINE_SUSPENDED) {
      return value
    }
    val instance = type.boxed(value)
    returned = value
    boxed = instance
    return instance
  }

  /**
   * The result for a caller that the call has not suspended. An attempt on another thread may have
   * suspended nevertheless, and has an instance, with which the caller can only be resumed.
   */
  fun forCaller(result: Any?, caller: Continuation<Any?>): Any? =
    when {
      result === boxed -> returned
      type.isInstance(result) -> {
        resumeLater(caller) { result }
        COROUTINE_SUSPENDED
      }
      else -> result
    }
}
