package dev.reprise.batch;

import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.SendResult;
import dev.reprise.batch.report.SenderClosedException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A run whose items are pushed one by one, by consumers of messages, handlers of requests or
 * streams. Each item has a future. Chunks, keys, pace, retries, journal and report are those of
 * {@link Batch#run}. Safe for use by any thread.
 *
 * <pre>{@code
 * try (BatchSender<Order> sender = batch.sender()) {
 *   while (queue.hasNext()) {
 *     Order order = queue.next();
 *     sender.send(order).thenRun(() -> queue.acknowledge(order));
 *   }
 * }
 * }</pre>
 *
 * <p><b>Room.</b> An item needs room from its acceptance until it is settled and the actions that
 * depend on its future have returned. As in a run, there is room for at most {@code 2 × chunkSize ×
 * parallelism} items, and for as many again that wait for a retry while the service accepts most
 * items. Items that later ones have replaced ({@link SameKey#REPLACES}) need no room; at most
 * {@code chunkSize × parallelism} of them are kept. Each {@link #subscriber} adds at most {@code
 * chunkSize} items. Without room, {@link #send} waits and {@link #trySend} returns empty.
 *
 * <p><b>Futures.</b> The future of an accepted item completes exactly once, in any case: with a
 * {@link SendResult}; with a {@link dev.reprise.batch.report.DeadItemException} if the item was
 * given up; or with a {@link dev.reprise.batch.report.NotAttemptedException} if the run was stopped
 * before the item was sent. It completes after the journal and the listeners, on a thread of the
 * sender, of which there are {@code parallelism}; in an environment other than the system's, on the
 * executor of the environment, which then needs more threads than there are actions that block. A
 * dependent action that blocks delays no call, but its item keeps its room, so slow actions slow
 * down {@link #send}. An action that waits for a different future of the sender needs an executor
 * of its own ({@code thenRunAsync}). Completing a future by any other means has no effect on the
 * item.
 *
 * <p><b>Time limit.</b> The time limit of the policy does not end the run. It limits the retries of
 * each item, from its first call. The linger is that of the batch.
 *
 * <p><b>Journal.</b> The position of an item is its number in the order of acceptance, so a program
 * that resumes must push the same items in the same order, usually from one thread. Items that are
 * recorded as done complete at once with {@link SendResult#DONE_BEFORE}, and an item that differs
 * from the recorded one stops the run with {@link BatchReport#journalFailure()} before it is
 * reported as done. An item that a later one of its key replaces is recorded together with the
 * later one, so its future may complete with {@link SendResult#SUPERSEDED} before that: if the
 * program is killed in between, it must push the later one again. The journal is {@linkplain
 * dev.reprise.batch.journal.BatchJournal#recordingSingleItems() larger} than that of a run. A
 * sender may be closed before all recorded items were pushed.
 *
 * @param <I> type of the items
 */
public interface BatchSender<I> extends BatchRun<I>, AutoCloseable {

  /**
   * Accepts an item; waits for room. For each free place, the thread that waits longest is woken;
   * an item that another thread sends at that moment may still be accepted first. Not for use by
   * listeners and by the operation, which the run waits for: they get an {@code
   * IllegalStateException} instead of a wait.
   *
   * @param item the item
   * @return the future of the item
   * @throws InterruptedException if this thread is interrupted while it waits; the item was not
   *     accepted
   * @throws SenderClosedException if the sender is closed or its run was stopped, before this call
   *     or during its wait; the item was not accepted
   */
  CompletableFuture<SendResult> send(I item) throws InterruptedException;

  /**
   * Accepts an item if there is room; never waits.
   *
   * @param item the item
   * @return the future of the item; empty if there is no room, and the item was not accepted
   * @throws SenderClosedException if the sender is closed or its run was stopped; the item was not
   *     accepted
   */
  Optional<CompletableFuture<SendResult>> trySend(I item);

  /**
   * Returns the number of items for which the sender has room, as a limit for programs that have
   * several items in progress.
   *
   * @return {@code 2 × chunkSize × parallelism}, at most {@link Integer#MAX_VALUE}
   */
  int capacity();

  /**
   * Returns a future for programs that must not block between two calls of {@link #trySend}.
   *
   * @return completes when there is room or when no more items are accepted, on the thread of the
   *     futures of items; another thread may use the room first. Of several ones, as many complete
   *     as there are free places, those that wait longest first; the others follow if the room is
   *     not used. Cancelling it ends the wait
   */
  CompletableFuture<@Nullable Void> whenRoom();

  /**
   * Returns a future for programs that wait for items of a source which may be silent.
   *
   * @return completes when no more items are accepted, because the sender is closed or its run was
   *     stopped, with the exception that {@link #send} throws from then on; on the thread of the
   *     futures of items, or at once. Items that were accepted may still be sent. Cancelling it
   *     ends the wait
   */
  CompletableFuture<SenderClosedException> whenClosed();

  /**
   * Sends the items that were accepted so far without waiting for others. Until they are settled,
   * no call waits for the {@linkplain Batch#linger linger}. Backoff and pace apply.
   *
   * @return completes when every item that was accepted before is settled, with any result;
   *     dependent actions of the items may then still run. Completing it by any other means has no
   *     effect
   */
  CompletableFuture<@Nullable Void> flush();

  /**
   * Returns a subscriber that sends the items of a publisher. It requests at most {@code chunkSize}
   * items at a time, and further ones as there is room. At the end of the publisher the sender is
   * closed as by {@link #closeAsync}; a failure of the publisher is then {@link
   * BatchReport#sourceFailure()}. If the sender is closed or its run is stopped first, the
   * subscription is cancelled. Results of the items are in listeners and in the report.
   *
   * @return a new subscriber, for one publisher
   */
  Flow.Subscriber<I> subscriber();

  /**
   * Accepts no more items; the run ends when all accepted items are settled. Does nothing if the
   * sender is closed already.
   *
   * @return the future of the report, the same as {@link #report()}: completing it by any means,
   *     such as {@code orTimeout}, cancels the run. To limit the wait, use {@code get}
   */
  CompletableFuture<BatchReport<I>> closeAsync();

  /**
   * Accepts no more items, sends all accepted ones without waiting for the linger, and waits until
   * all are settled, all actions that depend on their futures have returned, and {@link #report()}
   * is complete. Does not wait for actions that depend on the report. If this thread is
   * interrupted, the run is {@linkplain #cancel() cancelled}, and the interrupt flag is set at the
   * end.
   *
   * @throws IllegalStateException if it would wait for itself: on the thread that coordinates the
   *     run, such as in a listener, in the operation, and in an action that depends on the future
   *     of an item. The sender is closed then, but this method did not wait
   */
  @Override
  void close();
}
