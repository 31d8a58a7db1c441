package dev.reprise.jdbc;

import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.function.Attempt;
import dev.reprise.time.TickSource;
import java.sql.SQLTimeoutException;
import java.util.concurrent.TimeUnit;

/**
 * The time limit for the statements of an attempt. The query timeout is the shortest of what was
 * set and what the attempt has left, in whole seconds, rounded up. The network timeout ends a
 * second after it at the latest, so that a server that can be reached has the first word and the
 * connection outlives the statement.
 */
final class TransactionDeadline {

  private static final long NONE = TransactionSettings.NONE;
  private static final String TIMEOUT_EXPIRED = "HYT00";

  private final TickSource ticks;
  private final long startNanos;
  private final long allowedNanos;
  private final long attemptNanos;
  private final long statementNanos;
  private final long networkNanos;
  private final boolean limitsQueries;
  private final boolean limitsNetwork;

  TransactionDeadline(TransactionSettings settings, Attempt attempt, TickSource ticks) {
    this.ticks = ticks;
    startNanos = ticks.nanos();
    statementNanos = settings.statementNanos;
    networkNanos = settings.networkNanos;
    attemptNanos = settings.attemptNanos(attempt.number());
    boolean limitsAttempt = attemptNanos != NONE;
    limitsQueries = limitsAttempt || statementNanos != NONE;
    limitsNetwork = limitsAttempt || networkNanos != NONE;
    allowedNanos =
        limitsQueries || limitsNetwork
            ? Math.min(attemptNanos, TransactionSettings.nanos(attempt.timeLeft()))
            : NONE;
  }

  boolean limitsQueries() {
    return limitsQueries;
  }

  boolean limitsNetwork() {
    return limitsNetwork;
  }

  private long leftNanos() {
    return allowedNanos == NONE ? NONE : allowedNanos - (ticks.nanos() - startNanos);
  }

  /**
   * Ends an attempt that has no time left for another statement.
   *
   * @throws SQLTimeoutException if it has none
   */
  void check() throws SQLTimeoutException {
    if (leftNanos() <= 0) {
      AttemptTimeoutException over = new AttemptTimeoutException(allowedNanos, attemptNanos, null);
      throw new SQLTimeoutException(over.getMessage(), TIMEOUT_EXPIRED, over);
    }
  }

  /** The query timeout of a statement that starts now, at least 1. */
  int querySeconds() {
    return wholeSeconds(Math.min(statementNanos, leftNanos()));
  }

  /**
   * The network timeout of what starts now, at least 1, no more than its own where that is not 0.
   */
  int networkMillis(int own) {
    long left = leftNanos();
    long seconds = left == NONE ? Integer.MAX_VALUE : wholeSeconds(left) + 1L;
    long set = networkNanos == NONE ? NONE : roundUp(networkNanos, TimeUnit.MILLISECONDS);
    long limit = Math.min(TimeUnit.SECONDS.toMillis(seconds), set);
    return saturated(own > 0 ? Math.min(own, limit) : limit);
  }

  private static int wholeSeconds(long nanos) {
    return saturated(roundUp(nanos, TimeUnit.SECONDS));
  }

  private static long roundUp(long nanos, TimeUnit unit) {
    long one = unit.toNanos(1);
    return nanos <= one ? 1 : (nanos - 1) / one + 1;
  }

  private static int saturated(long value) {
    return (int) Math.min(Integer.MAX_VALUE, value);
  }
}
