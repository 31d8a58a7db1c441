package dev.reprise.jdbc.internal.transaction;

import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.time.TickSource;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The time limit of the statements of an attempt. The query timeout is the shorter one of the set
 * timeout and the remaining time of the attempt, in whole seconds, rounded up. The network timeout
 * is at most one second longer, so that a server that can be reached ends the statement first and
 * the connection stays usable.
 */
final class TransactionDeadline {

  private static final long NONE = TransactionSettings.NONE;
  private static final String TIMEOUT_EXPIRED = "HYT00";

  /** Drivers convert the seconds to milliseconds in an int. */
  private static final int MAX_QUERY_SECONDS = Integer.MAX_VALUE / 1000;

  private final TickSource ticks;
  private final long startNanos;
  private final long allowedNanos;
  private final long attemptNanos;
  private final long statementNanos;
  private final long networkNanos;
  private final boolean limitsQueries;
  private final boolean limitsNetwork;

  /**
   * Starts the time of an attempt.
   *
   * @param number the number of the attempt, from 1
   * @param timeLeft the remaining time of its call
   */
  TransactionDeadline(
      TransactionSettings settings, int number, Duration timeLeft, TickSource ticks) {
    this.ticks = ticks;
    startNanos = ticks.nanos();
    statementNanos = settings.statementNanos();
    networkNanos = settings.networkNanos();
    attemptNanos = settings.attemptNanos(number);
    boolean limitsAttempt = attemptNanos != NONE;
    limitsQueries = limitsAttempt || statementNanos != NONE;
    limitsNetwork = limitsAttempt || networkNanos != NONE;
    allowedNanos =
        limitsQueries || limitsNetwork
            ? Math.min(attemptNanos, TransactionSettings.nanos(timeLeft))
            : NONE;
  }

  boolean limitsQueries() {
    return limitsQueries;
  }

  boolean limitsNetwork() {
    return limitsNetwork;
  }

  private long remainingNanos() {
    return allowedNanos == NONE ? NONE : allowedNanos - (ticks.nanos() - startNanos);
  }

  /**
   * Checks that there is time for a further statement.
   *
   * @throws SQLTimeoutException if the attempt has no time left
   */
  void check() throws SQLTimeoutException {
    if (remainingNanos() <= 0) {
      AttemptTimeoutException timeout =
          new AttemptTimeoutException(allowedNanos, attemptNanos, null);
      throw new SQLTimeoutException(timeout.getMessage(), TIMEOUT_EXPIRED, timeout);
    }
  }

  /** The query timeout of a statement that starts now, at least 1. */
  int querySeconds() {
    return wholeSeconds(Math.min(statementNanos, remainingNanos()));
  }

  /**
   * The network timeout of a statement that starts now, at least 1, and at most {@code own} unless
   * that is 0.
   */
  int networkMillis(int own) {
    long remaining = remainingNanos();
    long seconds = remaining == NONE ? Integer.MAX_VALUE : wholeSeconds(remaining) + 1L;
    long set = networkNanos == NONE ? NONE : roundUp(networkNanos, TimeUnit.MILLISECONDS);
    long limit = Math.min(TimeUnit.SECONDS.toMillis(seconds), set);
    return saturated(own > 0 ? Math.min(own, limit) : limit);
  }

  private static int wholeSeconds(long nanos) {
    return (int) Math.min(MAX_QUERY_SECONDS, roundUp(nanos, TimeUnit.SECONDS));
  }

  private static long roundUp(long nanos, TimeUnit unit) {
    long one = unit.toNanos(1);
    return nanos <= one ? 1 : (nanos - 1) / one + 1;
  }

  private static int saturated(long value) {
    return (int) Math.min(Integer.MAX_VALUE, value);
  }
}
