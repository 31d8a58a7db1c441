package dev.reprise.batch;

import dev.reprise.decision.StopReason;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where every item is accounted for, once, and told to those who listen. */
final class Ledger<I> {

  private final List<BatchListener<I>> listeners;
  private final @Nullable Consumer<? super FailedItem<I>> onFailed;
  private final List<FailedItem<I>> failures = new ArrayList<>();
  private @Nullable Throwable callbackFailure;
  private long done;
  private long superseded;
  private long failed;
  private long notAttempted;
  private long calls;
  private long attempts;
  private long itemsRetried;
  private long throttledCalls;
  private long partialCalls;

  Ledger(BatchSettings<I> settings) {
    listeners = settings.listeners();
    onFailed = settings.onFailed();
  }

  void done(List<Entry<I>> entries) {
    done += entries.size();
    List<I> view = Chunk.items(entries);
    listeners.forEach(listener -> guarded(() -> listener.itemsDone(view)));
  }

  void superseded(I item) {
    superseded++;
    listeners.forEach(listener -> guarded(() -> listener.itemSuperseded(item)));
  }

  void notAttempted(I item) {
    notAttempted++;
    listeners.forEach(listener -> guarded(() -> listener.itemNotAttempted(item)));
  }

  void failed(Entry<I> entry, StopReason reason) {
    failed++;
    FailedItem<I> item =
        new FailedItem<>(
            entry.item(), entry.position(), reason, entry.sends(), entry.error(), entry.message());
    Consumer<? super FailedItem<I>> consumer = onFailed;
    if (consumer == null || !guarded(() -> consumer.accept(item))) {
      failures.add(item);
    }
    listeners.forEach(listener -> guarded(() -> listener.itemFailed(item)));
  }

  void called(List<Entry<I>> entries) {
    calls++;
    attempts += entries.size();
    for (Entry<I> entry : entries) {
      if (entry.sends() == 2) {
        itemsRetried++;
      }
    }
  }

  void throttledCall() {
    throttledCalls++;
  }

  void partialCall() {
    partialCalls++;
  }

  void progressed(BatchCounts counts) {
    listeners.forEach(listener -> guarded(() -> listener.progressed(counts)));
  }

  /** The numbers so far. */
  BatchCounts counts(long input, long elapsedNanos) {
    return new BatchCounts(
        input,
        done,
        superseded,
        failed,
        notAttempted,
        calls,
        attempts,
        itemsRetried,
        throttledCalls,
        partialCalls,
        Duration.ofNanos(elapsedNanos));
  }

  List<FailedItem<I>> failures() {
    return failures;
  }

  @Nullable Throwable callbackFailure() {
    return callbackFailure;
  }

  /** False if the callback threw. */
  private boolean guarded(Runnable callback) {
    try {
      callback.run();
      return true;
    } catch (Throwable bug) {
      if (callbackFailure == null) {
        callbackFailure = bug;
        System.getLogger("dev.reprise.batch")
            .log(
                Level.WARNING,
                "A batch listener threw; it is kept, but this is said only once in a run",
                bug);
      }
      return false;
    }
  }
}
