package dev.reprise.batch;

import dev.reprise.batch.internal.run.BatchSettings;
import dev.reprise.batch.internal.run.PushedItems;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.SendResult;
import dev.reprise.batch.report.SenderClosedException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A run on an executor, and the items that are pushed to it. */
final class StartedSender<I> implements BatchSender<I> {

  private final PushedItems<I> items;
  private final StartedRun<I> run;
  private final int itemsOfACall;
  private final int capacity;

  private StartedSender(BatchSettings<I> settings) {
    items = new PushedItems<>(settings);
    run = StartedRun.of(settings.withOperation(items::marked), items, items::runEnded);
    itemsOfACall = settings.chunkSize();
    long most = 2L * settings.chunkSize() * settings.parallelism();
    capacity = (int) Math.min(most, Integer.MAX_VALUE);
  }

  static <I> StartedSender<I> of(BatchSettings<I> settings) {
    return new StartedSender<>(settings.recordingSingleItems());
  }

  @Override
  public CompletableFuture<SendResult> send(I item) throws InterruptedException {
    return items.send(item);
  }

  @Override
  public Optional<CompletableFuture<SendResult>> trySend(I item) {
    return Optional.ofNullable(items.trySend(item));
  }

  @Override
  public int capacity() {
    return capacity;
  }

  @Override
  public CompletableFuture<@Nullable Void> whenRoom() {
    CompletableFuture<@Nullable Void> room = new CompletableFuture<>();
    removedAtEnd(room, items.whenRoom(() -> room.complete(null)));
    return room;
  }

  @Override
  public CompletableFuture<SenderClosedException> whenClosed() {
    CompletableFuture<SenderClosedException> closed = new CompletableFuture<>();
    removedAtEnd(closed, items.whenClosed(() -> closed.complete(items.refusal())));
    return closed;
  }

  private static <T extends @Nullable Object> void removedAtEnd(
      CompletableFuture<T> wait, Runnable remove) {
    if (!wait.isDone()) {
      CompletableFuture<T> unused = wait.whenComplete((result, end) -> remove.run());
    }
  }

  @Override
  public CompletableFuture<@Nullable Void> flush() {
    return items.flush();
  }

  @Override
  public Flow.Subscriber<I> subscriber() {
    return new SenderSubscriber<>(items, itemsOfACall);
  }

  @Override
  public CompletableFuture<BatchReport<I>> closeAsync() {
    items.end(null);
    return report();
  }

  @Override
  public void close() {
    items.end(null);
    items.awaitEnd(this::cancel);
    // Of the actions that depend on the report, those that are registered earlier run later.
    report().handle((result, failure) -> true).join();
  }

  @Override
  public CompletableFuture<BatchReport<I>> report() {
    return run.report();
  }

  @Override
  public void cancel() {
    run.cancel();
  }

  @Override
  public BatchCounts counts() {
    return run.counts();
  }
}
