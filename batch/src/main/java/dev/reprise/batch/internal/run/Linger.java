package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.send.Mailbox;
import dev.reprise.time.Delayer;
import dev.reprise.time.TickSource;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The time that entries wait for a slow source to fill their call. It has a clock of its own, which
 * runs only while the source is awaited: with a fast source, no entry waits, however long the calls
 * take.
 */
final class Linger {

  private final long nanos;
  private final TickSource ticks;
  private final Delayer delayer;
  private final Mailbox mailbox;
  private Delayer.@Nullable Scheduled timer;
  private long ringsNanos;
  private boolean awaited;
  private long observedNanos;
  private long waited;

  Linger(long nanos, TickSource ticks, Delayer delayer, Mailbox mailbox) {
    this.nanos = nanos;
    this.ticks = ticks;
    this.delayer = delayer;
    this.mailbox = mailbox;
  }

  /** Sets the clock, and whether it runs from now on. */
  void observe(boolean isAwaited) {
    if (awaited || isAwaited) {
      long now = ticks.nanos();
      waited += awaited ? Math.max(0, now - observedNanos) : 0;
      observedNanos = now;
      awaited = isAwaited;
    }
  }

  /** Returns the time for which the source was awaited, as of the last observation. */
  long waited() {
    return waited;
  }

  /** Returns whether an entry has waited long enough; if not, a message comes when it may have. */
  boolean isOver(long since) {
    long left = nanos - (waited - since);
    return left <= 0 || !ringsAfter(left);
  }

  /** Makes sure that a message comes after this time; returns false if the timer rejects it. */
  private boolean ringsAfter(long left) {
    long now = ticks.nanos();
    if (timer != null && ringsNanos - now <= left) {
      return true;
    }
    end();
    try {
      timer = delayer.schedule(() -> mailbox.post(this::rings), left);
    } catch (RejectedExecutionException rejection) {
      return false;
    }
    ringsNanos = now + left;
    return true;
  }

  private void rings() {
    timer = null;
  }

  /** Cancels the timer. */
  void end() {
    Delayer.Scheduled scheduled = timer;
    if (scheduled != null) {
      scheduled.cancel();
      timer = null;
    }
  }
}
