package dev.reprise.kotlin.internal

import dev.reprise.batch.BatchSender
import dev.reprise.batch.report.SendResult
import java.util.concurrent.CompletableFuture
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.future.await

/** Accepts an item, unless the coroutine is cancelled; suspends while there is no room. */
internal suspend fun <T : Any> BatchSender<T>.accepting(item: T): CompletableFuture<SendResult> {
  while (true) {
    currentCoroutineContext().ensureActive()
    val sent = trySend(item)
    if (sent.isPresent) {
      return sent.get()
    }
    whenRoom().await()
  }
}
