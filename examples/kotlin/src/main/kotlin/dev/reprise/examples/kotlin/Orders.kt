package dev.reprise.examples.kotlin

import dev.reprise.Retry
import dev.reprise.declared.RetryProxy
import dev.reprise.declared.Retryable
import java.io.IOException
import kotlinx.coroutines.flow.Flow

interface Orders {

  @Retryable(maxAttempts = 5, within = "30s", retryOn = [IOException::class])
  suspend fun find(id: String): Order?

  @Retryable(fallback = "cached") suspend fun total(id: String): Long

  suspend fun cached(id: String, failure: IOException): Long

  @Retryable fun lines(id: String): Flow<String>
}

data class Order(val id: String, val lines: List<String>)

/** The orders of a client, retried as their annotations say. */
fun retried(client: Orders, retry: Retry): Orders {
  val orders = RetryProxy.of(retry, Orders::class.java, client)
  return orders
}
