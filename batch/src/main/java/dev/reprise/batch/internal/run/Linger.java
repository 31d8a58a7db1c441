package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.send.Mailbox;
import dev.reprise.time.Delayer;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** The time that entries wait for a slow source to fill their call. */
final class Linger {

  private final long nanos;
  private final Delayer delayer;
  private final Mailbox mailbox;
  private Delayer.@Nullable Scheduled timer;
  private boolean waiting;
  private long sinceNanos;

  Linger(long nanos, Delayer delayer, Mailbox mailbox) {
    this.nanos = nanos;
    this.delayer = delayer;
    this.mailbox = mailbox;
  }

  /** Returns whether entries have waited long enough; starts their wait if they do not wait yet. */
  boolean isOver(long nowNanos) {
    if (!waiting) {
      waiting = true;
      sinceNanos = nowNanos;
    }
    long left = nanos - (nowNanos - sinceNanos);
    if (left <= 0) {
      return true;
    }
    if (timer == null) {
      try {
        timer = delayer.schedule(() -> mailbox.post(this::rings), left);
      } catch (RejectedExecutionException rejection) {
        return true;
      }
    }
    return false;
  }

  private void rings() {
    timer = null;
  }

  /** Ends the wait, because a call starts or the run ends. */
  void reset() {
    waiting = false;
    Delayer.Scheduled scheduled = timer;
    if (scheduled != null) {
      scheduled.cancel();
      timer = null;
    }
  }
}
