package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.queue.Chunk;
import dev.reprise.batch.internal.queue.DelayedRetry;
import dev.reprise.batch.internal.queue.Entry;
import dev.reprise.batch.internal.queue.RecentlyLeft;
import dev.reprise.batch.internal.send.Mailbox;
import dev.reprise.time.Delayer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** The retries whose wait has not ended. */
final class DelayedRetries<I> {

  private final RecentlyLeft recently = new RecentlyLeft();
  private final Set<DelayedRetry<I>> pauses = new LinkedHashSet<>();
  private final Delayer delayer;
  private final Mailbox mailbox;
  private final Consumer<DelayedRetry<I>> onWake;
  private int calls;
  private long uncounted;

  /**
   * Creates an object without retries.
   *
   * @param onWake called at the end of a wait, while the retry still counts
   */
  DelayedRetries(Delayer delayer, Mailbox mailbox, Consumer<DelayedRetry<I>> onWake) {
    this.delayer = delayer;
    this.mailbox = mailbox;
    this.onWake = onWake;
  }

  /** Starts the wait of a retry. Returns false if the timer rejects it; the retry stays here. */
  boolean begin(DelayedRetry<I> pause, long delayNanos) {
    pauses.add(pause);
    count(pause, 1);
    if (delayNanos <= 0) {
      wake(pause);
    } else {
      try {
        pause.timer = delayer.schedule(() -> mailbox.post(() -> wake(pause)), delayNanos);
      } catch (RejectedExecutionException rejection) {
        return false;
      }
    }
    return true;
  }

  private void wake(DelayedRetry<I> pause) {
    if (pauses.remove(pause)) {
      onWake.accept(pause);
      count(pause, -1);
    }
  }

  private void count(DelayedRetry<I> pause, int sign) {
    if (pause.isUncounted) {
      uncounted += (long) sign * pause.size();
    } else {
      calls += sign;
    }
  }

  /** Counts a call; its entries must not have been changed by its end. */
  void answered(Chunk<I> chunk, List<Entry<I>> unprocessed) {
    recently.answered(chunk, unprocessed);
  }

  /** Returns whether a wait that begins now occupies no parallel call: the service has capacity. */
  boolean areFree() {
    return recently.isUnlikely();
  }

  /** Ends all waits. */
  void breakOff() {
    for (DelayedRetry<I> pause : List.copyOf(pauses)) {
      pause.cancelTimer();
      wake(pause);
    }
  }

  boolean isEmpty() {
    return pauses.isEmpty();
  }

  /** Returns the number of waits that occupy a parallel call: those for a lack of capacity. */
  int calls() {
    return calls;
  }

  /** Returns the number of items whose waits occupy no parallel call. */
  long uncountedItems() {
    return uncounted;
  }
}
