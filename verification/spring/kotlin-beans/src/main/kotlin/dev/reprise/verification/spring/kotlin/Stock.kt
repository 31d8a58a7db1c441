package dev.reprise.verification.spring.kotlin

import dev.reprise.declared.Retryable
import java.io.IOException
import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineName
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield

/** A bean with suspend functions. Each fails a number of times. */
public open class Stock {

  private val attempts = AtomicInteger()

  @Volatile private var cancelled = false

  private val waiting = CompletableDeferred<Unit>()

  private fun fails(times: Int): Int {
    val attempt = attempts.incrementAndGet()
    if (attempt <= times) {
      throw IOException("attempt $attempt")
    }
    return attempt
  }

  public open fun attempts(): Int = attempts.get()

  public open fun wasCancelled(): Boolean = cancelled

  @Retryable
  public open suspend fun count(item: String): String {
    yield()
    return "$item: ${fails(2)}"
  }

  /** Fails before it suspends. */
  @Retryable public open suspend fun countAtOnce(item: String): String = "$item: ${fails(2)}"

  @Retryable
  public open suspend fun nothing(): String? {
    yield()
    fails(1)
    return null
  }

  @Retryable(maxAttempts = 2)
  public open suspend fun givesUp(): String {
    yield()
    fails(5)
    return "never"
  }

  @Retryable(maxAttempts = 2, fallback = "last")
  public open suspend fun countOrLast(item: String): String {
    yield()
    return "$item: ${fails(5)}"
  }

  public open suspend fun last(item: String, failure: IOException): String {
    yield()
    return "last count of $item, after ${failure.message}"
  }

  @Retryable
  public open suspend fun named(): String {
    delay(1)
    fails(1)
    return currentCoroutineContext()[CoroutineName]?.name ?: "no name"
  }

  @Retryable
  public open suspend fun waits() {
    attempts.incrementAndGet()
    try {
      waiting.complete(Unit)
      awaitCancellation()
    } finally {
      cancelled = true
    }
  }

  @Retryable public open fun all(): Flow<String> = flow { emit("item ${fails(2)}") }

  public open suspend fun untilItWaits() {
    waiting.await()
  }
}

/** Calls of a bean, for tests in Java. */
public object StockCalls {

  @JvmStatic public fun count(stock: Stock): String = runBlocking { stock.count("apples") }

  @JvmStatic
  public fun countAtOnce(stock: Stock): String = runBlocking { stock.countAtOnce("apples") }

  @JvmStatic public fun nothing(stock: Stock): String? = runBlocking { stock.nothing() }

  /** The failure of a call, in the coroutine that made it. */
  @JvmStatic
  public fun failure(stock: Stock): Throwable = runBlocking {
    try {
      throw AssertionError("returned " + stock.givesUp())
    } catch (failure: IOException) {
      failure
    }
  }

  @JvmStatic
  public fun countOrLast(stock: Stock): String = runBlocking { stock.countOrLast("pears") }

  @JvmStatic
  public fun named(stock: Stock): String = runBlocking(CoroutineName("caller")) { stock.named() }

  @JvmStatic public fun all(stock: Stock): List<String> = runBlocking { stock.all().toList() }

  /** Cancels the job of a caller while an attempt waits. Returns whether its sibling is active. */
  @JvmStatic
  public fun cancelWhileItWaits(stock: Stock): Boolean = runBlocking {
    val sibling = async { awaitCancellation() }
    val call = async(start = CoroutineStart.UNDISPATCHED) { stock.waits() }
    stock.untilItWaits()
    call.cancelAndJoin()
    val active = sibling.isActive
    sibling.cancelAndJoin()
    active
  }
}
