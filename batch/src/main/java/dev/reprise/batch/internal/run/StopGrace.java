package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.send.Mailbox;
import dev.reprise.time.Delayer;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The time that a stopped run waits for calls and a source that were interrupted. */
final class StopGrace {

  private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Delayer delayer;
  private final Mailbox mailbox;
  private Delayer.@Nullable Scheduled timer;
  private boolean endsCalls;
  private boolean over;

  /** Number of the last timer: the message of an earlier one may come after it was cancelled. */
  private int started;

  StopGrace(Delayer delayer, Mailbox mailbox) {
    this.delayer = delayer;
    this.mailbox = mailbox;
  }

  /**
   * Starts the time, or starts it again for calls.
   *
   * @param forCalls whether calls were interrupted too, not only the source
   */
  void begin(boolean forCalls) {
    boolean known = timer != null || over;
    if (known && (!forCalls || endsCalls)) {
      return;
    }
    end();
    over = false;
    endsCalls |= forCalls;
    int number = ++started;
    try {
      timer = delayer.schedule(() -> mailbox.post(() -> passed(number)), NANOS);
    } catch (RejectedExecutionException rejection) {
      over = true;
    }
  }

  private void passed(int number) {
    if (number == started) {
      over = true;
      timer = null;
    }
  }

  /** Returns whether the time has passed. */
  boolean isOver() {
    return over;
  }

  /** Returns whether calls that are still in flight are given up after the time. */
  boolean endsCalls() {
    return endsCalls;
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
