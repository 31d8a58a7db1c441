package dev.reprise.http.client;

import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Aborts an exchange when its time is over, for a client whose threads an interrupt does not stop.
 * The end of the exchange and the abort exclude each other: after {@link #end} has returned,
 * nothing is aborted, and the connection may serve the next exchange. Safe for use by any thread.
 */
public final class ExchangeTimeout {

  private static final long UNLIMITED = Long.MAX_VALUE;

  private final ReentrantLock lock = new ReentrantLock();
  private final Runnable cut;
  private boolean over;
  private boolean cutShort;
  private Delayer.@Nullable Scheduled scheduled;

  private ExchangeTimeout(Runnable cut) {
    this.cut = cut;
  }

  /**
   * Sets an alarm.
   *
   * @param time from now; {@link Long#MAX_VALUE} nanoseconds and more are never over
   * @param environment its delayer waits, its executor cuts
   * @param cut ends the exchange, such as by closing its socket; not called for an exchange that
   *     has ended
   * @return the alarm, set
   * @throws RuntimeException what the delayer throws if it takes no more tasks
   */
  public static ExchangeTimeout set(Duration time, RetryEnvironment environment, Runnable cut) {
    ExchangeTimeout alarm = new ExchangeTimeout(Objects.requireNonNull(cut, "cut"));
    long nanos = nanos(time);
    if (nanos < UNLIMITED) {
      alarm.schedule(nanos, environment);
    }
    return alarm;
  }

  private void schedule(long nanos, RetryEnvironment environment) {
    lock.lock();
    try {
      scheduled =
          environment.delayer().schedule(() -> environment.executor().execute(this::ring), nanos);
    } finally {
      lock.unlock();
    }
  }

  private static long nanos(Duration time) {
    try {
      return time.toNanos();
    } catch (ArithmeticException beyondRange) {
      return UNLIMITED;
    }
  }

  private void ring() {
    lock.lock();
    try {
      if (!over) {
        over = true;
        cutShort = true;
        cut.run();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns true if the exchange was aborted.
   *
   * @return true once the alarm has rung
   */
  public boolean isCutShort() {
    lock.lock();
    try {
      return cutShort;
    } finally {
      lock.unlock();
    }
  }

  /**
   * The exchange has ended. Waits for a cut that is under way. May be called again.
   *
   * @return whether it was cut short
   */
  public boolean end() {
    lock.lock();
    try {
      over = true;
      if (scheduled != null) {
        scheduled.cancel();
        scheduled = null;
      }
      return cutShort;
    } finally {
      lock.unlock();
    }
  }
}
