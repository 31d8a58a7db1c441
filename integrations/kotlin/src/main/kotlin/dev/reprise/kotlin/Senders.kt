package dev.reprise.kotlin

import dev.reprise.batch.BatchSender
import dev.reprise.batch.report.BatchReport
import dev.reprise.batch.report.SendResult
import dev.reprise.kotlin.internal.accepting
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.future.await

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
 *   `SenderClosedException` if the sender accepts no more items
 */
public suspend fun <T : Any> Flow<T>.sendTo(sender: BatchSender<T>) {
  collect { item -> sender.accepting(item) }
  sender.flush().await()
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
