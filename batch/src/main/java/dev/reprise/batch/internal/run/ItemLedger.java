package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.queue.Chunk;
import dev.reprise.batch.internal.queue.Entry;
import dev.reprise.batch.report.BatchCall;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.batch.report.SendResult;
import dev.reprise.decision.StopReason;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Accounts for every item once and notifies the listeners. */
final class ItemLedger<I> {

  private final InputSource<I> source;
  private final JournalKeeper<I> keeper;
  private final List<BatchListener<I>> listeners;
  private final @Nullable Consumer<? super DeadLetter<I>> onDeadLetter;
  private final List<DeadLetter<I>> deadLetters = new ArrayList<>();
  private @Nullable Throwable callbackFailure;
  private long doneBefore;
  private long done;
  private long superseded;
  private long dead;
  private long notAttempted;
  private long calls;
  private long attempts;
  private long itemsRetried;
  private long throttledCalls;
  private long partialCalls;
  private long isolatingCalls;

  ItemLedger(BatchSettings<I> settings, InputSource<I> source, JournalKeeper<I> keeper) {
    this.source = source;
    this.keeper = keeper;
    listeners = settings.listeners();
    onDeadLetter = settings.onDeadLetter();
  }

  /** Records the items in the journal first, so that listeners can rely on it. */
  void done(List<Entry<I>> entries) {
    keeper.done(entries);
    done += entries.size();
    if (hasListeners()) {
      List<I> view = Chunk.items(entries);
      listeners.forEach(listener -> guarded(() -> listener.itemsDone(view)));
    }
    entries.forEach(entry -> source.settled(entry.position(), SendResult.DONE));
  }

  void doneBefore(I item, long position) {
    doneBefore++;
    listeners.forEach(listener -> guarded(() -> listener.itemDoneBefore(item)));
    source.settled(position, SendResult.DONE_BEFORE);
  }

  void superseded(I item, long position) {
    keeper.superseded();
    supersededBefore(item, position);
  }

  /** Counts an item that an earlier run has recorded as superseded. */
  void supersededBefore(I item, long position) {
    superseded++;
    listeners.forEach(listener -> guarded(() -> listener.itemSuperseded(item)));
    source.settled(position, SendResult.SUPERSEDED);
  }

  void notAttempted(I item, long position) {
    notAttempted++;
    listeners.forEach(listener -> guarded(() -> listener.itemNotAttempted(item)));
    source.notAttempted(position, keeper.failure());
  }

  void dead(Entry<I> entry, StopReason reason) {
    dead++;
    keeper.dead(entry);
    DeadLetter<I> item =
        new DeadLetter<>(
            entry.item(),
            entry.position(),
            reason,
            entry.kind(),
            entry.sends(),
            entry.error(),
            entry.message());
    Consumer<? super DeadLetter<I>> consumer = onDeadLetter;
    if (consumer == null || !guarded(() -> consumer.accept(item))) {
      deadLetters.add(item);
    }
    listeners.forEach(listener -> guarded(() -> listener.itemDead(item)));
    source.dead(item);
  }

  void called(Chunk<I> chunk) {
    calls++;
    attempts += chunk.entries.size();
    isolatingCalls += chunk.isHalf ? 1 : 0;
    for (Entry<I> entry : chunk.entries) {
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

  /** Returns whether anyone learns what happens; otherwise it need not be described. */
  boolean hasListeners() {
    return !listeners.isEmpty();
  }

  void progressed(BatchCounts counts) {
    if (hasListeners()) {
      listeners.forEach(listener -> guarded(() -> listener.progressed(counts)));
    }
  }

  void callEnded(BatchCall call) {
    listeners.forEach(listener -> guarded(() -> listener.callEnded(call)));
  }

  void ended(BatchReport<I> report) {
    listeners.forEach(listener -> guarded(() -> listener.ended(report)));
  }

  /** Returns the numbers so far. */
  BatchCounts counts(long input, long elapsedNanos) {
    return new BatchCounts(
        input,
        doneBefore,
        done,
        superseded,
        dead,
        notAttempted,
        calls,
        attempts,
        itemsRetried,
        throttledCalls,
        partialCalls,
        isolatingCalls,
        Duration.ofNanos(elapsedNanos));
  }

  /**
   * Returns the report of a run that has ended.
   *
   * @param counts the numbers at the end
   * @param stopFailure the exception that stopped the run, if there is one
   */
  BatchReport<I> report(BatchCounts counts, StopReason reason, @Nullable Throwable stopFailure) {
    return new BatchReport<>(
        counts,
        reason,
        source.isExhausted(),
        deadLetters,
        source.failure(),
        callbackFailure,
        keeper.failure(),
        stopFailure);
  }

  /** Runs a callback; returns false if it threw. */
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
                "A batch listener threw; it stays registered, and this is logged once in each run",
                bug);
      }
      return false;
    }
  }
}
