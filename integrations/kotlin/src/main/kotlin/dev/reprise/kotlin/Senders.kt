package dev.reprise.kotlin

import dev.reprise.batch.BatchSender
import dev.reprise.batch.report.BatchReport
import dev.reprise.batch.report.SendResult
import dev.reprise.batch.report.SenderClosedException
import dev.reprise.kotlin.internal.accepting
import java.util.concurrent.atomic.AtomicReference
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineStart.UNDISPATCHED
import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.future.await
import kotlinx.coroutines.launch

/**
 * Sends an item, and suspends until its result is known. Needs `reprise-batch`.
 *
 * ```
 * val result = sender.sendSuspending(order)
 * ```
 *
 * A cancellation before the item is accepted prevents that; a later one has no effect on the item.
 *
 * @param item the item
 * @param T type of the items
 * @return the result of the item
 * @throws Throwable `DeadItemException` or `NotAttemptedException` if the item failed;
 *   `SenderClosedException` if it was not accepted
 */
public suspend fun <T : Any> BatchSender<T>.sendSuspending(item: T): SendResult =
  accepting(item).await()

/**
 * Sends the items of this flow as there is room, and suspends until all of them are settled. Does
 * not close the sender. Results are in listeners and in the report. Needs `reprise-batch`.
 *
 * ```
 * orders.sendTo(sender)
 * ```
 *
 * A cancellation has no effect on the items that were accepted before it; no item is accepted after
 * it.
 *
 * @param sender the sender
 * @param T type of the items
 * @throws Throwable the exception of the flow, after which accepted items are still sent;
 *   `SenderClosedException` if the sender accepts no more items before the flow has ended, also
 *   while the flow is silent
 */
public suspend fun <T : Any> Flow<T>.sendTo(sender: BatchSender<T>) {
  collectUntilClosed(sender)
  sender.flush().await()
}

/** Accepts the items of this flow; cancels its collection when no more items are accepted. */
private suspend fun <T : Any> Flow<T>.collectUntilClosed(sender: BatchSender<T>): Unit =
  coroutineScope {
    val collection = async(start = UNDISPATCHED) { collect { item -> sender.accepting(item) } }
    val refusal = AtomicReference<SenderClosedException>()
    val closing = launch {
      refusal.set(sender.whenClosed().await())
      collection.cancel()
    }
    try {
      collection.await()
    } catch (cancellation: CancellationException) {
      throw refusal.get() ?: cancellation
    } finally {
      closing.cancel()
    }
  }

/**
 * Accepts no more items, and suspends until the run has ended. If the coroutine is cancelled
 * meanwhile, the run is cancelled too; its report is then that of `report()`, and of listeners.
 * Needs `reprise-batch`.
 *
 * ```
 * val report = sender.closeSuspending()
 * ```
 *
 * @param T type of the items
 * @return the report
 */
public suspend fun <T : Any> BatchSender<T>.closeSuspending(): BatchReport<T> {
  val report = closeAsync().copy() // whose cancellation leaves the report to others
  try {
    return report.await()
  } catch (cancellation: CancellationException) {
    cancel()
    throw cancellation
  }
}
