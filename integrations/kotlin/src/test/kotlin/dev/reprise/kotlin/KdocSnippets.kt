package dev.reprise.kotlin

import dev.reprise.Retry
import dev.reprise.backoff.Jitter
import dev.reprise.batch.BatchSender
import java.io.IOException
import java.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.flow.Flow

/** The code in the comments of the public functions; compiled, not called. */
@Suppress("unused", "UNUSED_VARIABLE")
internal class KdocSnippets(private val retry: Retry, private val client: Client) {

  interface Client {
    suspend fun get(url: String, limit: Duration = Duration.ZERO): String
  }

  private val cache = mutableMapOf<String, String>()

  private fun fetch(url: String, limit: Duration) = "$url within $limit"

  val policy = retryPolicy {
    maxAttempts(5)
    within(30.seconds)
    backoff(exponential(100.milliseconds).cappedAt(10.seconds).jitter(Jitter.full()))
    retryOn<IOException>()
  }

  val orders = retry("orders") { maxAttempts(5) }

  suspend fun asArgument(url: String) {
    val page = retry.suspending { attempt -> client.get(url, attempt.timeLeft()) }
  }

  suspend fun asReceiver(url: String) {
    val page = retry { client.get(url, timeLeft()) }
  }

  suspend fun asResult(url: String) {
    val result = retry.executing { client.get(url) }
  }

  suspend fun orElse(url: String) {
    val page = retry.suspendingOrElse({ client.get(url) }) { failed -> cache.getValue(url) }
  }

  suspend fun pushed(sender: BatchSender<String>, order: String, orders: Flow<String>) {
    val result = sender.sendSuspending(order)
    orders.sendTo(sender)
    val report = sender.closeSuspending()
  }

  fun blocking(url: String) {
    val page = retry.calling { attempt -> fetch(url, attempt.timeLeft()) }
  }
}
