package dev.reprise.examples.kotlin

import dev.reprise.backoff.Jitter
import dev.reprise.kotlin.attemptTimeout
import dev.reprise.kotlin.cappedAt
import dev.reprise.kotlin.exponential
import dev.reprise.kotlin.invoke
import dev.reprise.kotlin.retry
import dev.reprise.kotlin.retryOn
import dev.reprise.kotlin.retrying
import dev.reprise.kotlin.suspending
import dev.reprise.kotlin.suspendingOrElse
import dev.reprise.kotlin.within
import java.io.IOException
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse.BodyHandlers
import java.time.Duration
import java.util.concurrent.ConcurrentHashMap
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.future.await

private val orders =
  retry("orders") {
    maxAttempts(5)
    within(30.seconds)
    attemptTimeout(3.seconds)
    backoff(exponential(100.milliseconds).cappedAt(10.seconds).jitter(Jitter.full()))
    retryOn<IOException>()
  }

/** Pages of a service over HTTP. */
class OrderPages(private val service: URI) {

  private val client = HttpClient.newHttpClient()
  private val cache = ConcurrentHashMap<String, String>()

  suspend fun page(id: String): String =
    orders.suspending { attempt -> get(id, attempt.timeLeft()) }.also { cache[id] = it }

  /** The attempt as receiver. */
  suspend fun pageOfReceiver(id: String): String = orders { get(id, timeLeft()) }

  suspend fun pageOrCached(id: String): String =
    orders.suspendingOrElse({ attempt -> get(id, attempt.timeLeft()) }) { failed ->
      cache[id] ?: failed.valueOrThrow()
    }

  /** Each line of a page. */
  fun lines(id: String): Flow<String> {
    val source = flow { get(id, Duration.ofSeconds(3)).lines().forEach { emit(it) } }
    return source.retrying(orders)
  }

  private suspend fun get(id: String, limit: Duration): String {
    val request = HttpRequest.newBuilder(service.resolve("/$id")).timeout(limit).build()
    val response = client.sendAsync(request, BodyHandlers.ofString()).await()
    if (response.statusCode() >= 500) {
      throw IOException("status ${response.statusCode()}")
    }
    return response.body()
  }
}
