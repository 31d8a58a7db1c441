package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.pace.SharedRate;
import dev.reprise.batch.internal.send.Mailbox;
import dev.reprise.time.Delayer;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Delays the next call until the pace lets it start. */
final class StartGate {

  private final Delayer delayer;
  private final Mailbox mailbox;
  private Delayer.@Nullable Scheduled timer;
  private long opensNanos;
  private boolean held;
  private long heldSinceNanos;

  StartGate(Delayer delayer, Mailbox mailbox) {
    this.delayer = delayer;
    this.mailbox = mailbox;
  }

  /** Returns whether a timer is set that will check again. */
  boolean isClosed() {
    return timer != null;
  }

  /**
   * Closes the gate for a period, unless it opens earlier already. Returns false if the timer
   * rejects the task that opens the gate.
   */
  boolean closeFor(long nanos, long nowNanos) {
    if (!held) {
      held = true;
      heldSinceNanos = nowNanos;
    }
    long wait = Math.min(nanos, SharedRate.LONGEST_CHECK_NANOS);
    if (timer != null && opensNanos - nowNanos <= wait) {
      return true;
    }
    open();
    try {
      timer = delayer.schedule(() -> mailbox.post(this::open), wait);
    } catch (RejectedExecutionException rejection) {
      return false;
    }
    opensNanos = nowNanos + wait;
    return true;
  }

  void open() {
    Delayer.Scheduled scheduled = timer;
    if (scheduled != null) {
      scheduled.cancel();
      timer = null;
    }
  }

  /** Records the start of a call; returns its delay in nanoseconds. */
  long passed(long nowNanos) {
    open();
    long waited = held ? Math.max(0, nowNanos - heldSinceNanos) : 0;
    held = false;
    return waited;
  }
}
