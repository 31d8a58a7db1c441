package dev.reprise.kotlin.internal

import dev.reprise.batch.BatchSender
import dev.reprise.batch.report.SendResult
import java.util.concurrent.CompletableFuture
import kotlinx.coroutines.future.await

/** Accepts an item; suspends while there is no room. */
internal suspend fun <T : Any> BatchSender<T>.accepting(item: T): CompletableFuture<SendResult> {
  var sent = trySend(item)
  while (sent.isEmpty) {
    whenRoom().await()
    sent = trySend(item)
  }
  return sent.get()
}
