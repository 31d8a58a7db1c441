package dev.reprise.http.client;

import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Aborts an exchange when its time is over. For integrations of clients whose threads an interrupt
 * does not stop. The end of the exchange and the abort exclude each other: after {@link #end} has
 * returned nothing is aborted, and the connection may be used for the next exchange.
 *
 * <pre>{@code
 * ExchangeTimeout timeout =
 *     ExchangeTimeout.start(time, retry.environment(), connection::disconnect);
 * try {
 *   return connection.getResponseCode();
 * } finally {
 *   timeout.end();
 * }
 * }</pre>
 *
 * <p>Safe for use by any thread. No method accepts null.
 */
public final class ExchangeTimeout {

  private static final long UNLIMITED = Long.MAX_VALUE;

  private final ReentrantLock lock = new ReentrantLock();
  private final Runnable abort;
  private boolean ended;
  private boolean aborted;
  private Delayer.@Nullable Scheduled scheduled;

  private ExchangeTimeout(Runnable abort) {
    this.abort = abort;
  }

  /**
   * Starts a timeout.
   *
   * @param time time from now; {@link Long#MAX_VALUE} nanoseconds and more mean no timeout
   * @param environment its delayer waits, and runs {@code abort}; not its executor, whose threads
   *     may all be in exchanges that are to be aborted
   * @param abort ends the exchange, such as by closing its socket; not called for an exchange that
   *     has ended
   * @return the running timeout
   * @throws RuntimeException if the delayer rejects the task
   */
  public static ExchangeTimeout start(Duration time, RetryEnvironment environment, Runnable abort) {
    ExchangeTimeout timeout = new ExchangeTimeout(Objects.requireNonNull(abort, "abort"));
    long nanos = nanos(time);
    if (nanos < UNLIMITED) {
      timeout.schedule(nanos, environment);
    }
    return timeout;
  }

  private void schedule(long nanos, RetryEnvironment environment) {
    lock.lock();
    try {
      scheduled = Delayer.guarded(environment.delayer()).schedule(this::abort, nanos);
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

  private void abort() {
    lock.lock();
    try {
      if (!ended) {
        ended = true;
        aborted = true;
        abort.run();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns true if the exchange was aborted.
   *
   * @return true after the abort
   */
  public boolean isAborted() {
    lock.lock();
    try {
      return aborted;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends the timeout, because the exchange has ended. Waits for an abort that is running. May be
   * called several times.
   *
   * @return true if the exchange was aborted
   */
  public boolean end() {
    lock.lock();
    try {
      ended = true;
      Delayer.Scheduled task = scheduled;
      scheduled = null;
      if (task != null) {
        task.cancel();
      }
      return aborted;
    } finally {
      lock.unlock();
    }
  }
}
