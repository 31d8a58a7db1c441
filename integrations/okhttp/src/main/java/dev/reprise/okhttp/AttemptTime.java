package dev.reprise.okhttp;

import dev.reprise.function.Attempt;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import okhttp3.Interceptor;
import okhttp3.Response;
import okio.Timeout;

/**
 * The time limit of one attempt, and its application to OkHttp's timeouts.
 *
 * @param limit time from the start; {@link Long#MAX_VALUE} nanoseconds if nothing limits it
 * @param isLastOfCall true if the call ends when this limit is reached
 * @param startNanos start of the attempt, by {@link System#nanoTime()}
 */
record AttemptTime(Duration limit, boolean isLastOfCall, long startNanos) {

  private static final Duration UNLIMITED = Duration.ofNanos(Long.MAX_VALUE);

  static AttemptTime of(Attempt attempt, Duration limit) {
    return new AttemptTime(limit, attempt.timeLeft().compareTo(limit) <= 0, System.nanoTime());
  }

  private boolean isUnlimited() {
    return limit.compareTo(UNLIMITED) >= 0;
  }

  /** The time that remains now. */
  Duration remaining() {
    Duration spent = Duration.ofNanos(Math.max(0, System.nanoTime() - startNanos));
    return isUnlimited() ? limit : spent.compareTo(limit) < 0 ? limit.minus(spent) : Duration.ZERO;
  }

  /** A chain whose timeouts are at most the limit, and that makes no retries itself. */
  Interceptor.Chain applyTo(Interceptor.Chain chain) {
    Interceptor.Chain single = chain.withRetryOnConnectionFailure(false);
    if (isUnlimited()) {
      return single;
    }
    int millis =
        (int) Math.max(1, Math.min(Integer.MAX_VALUE, limit.plusNanos(999_999).toMillis()));
    return single
        .withConnectTimeout(atMost(chain.connectTimeoutMillis(), millis), TimeUnit.MILLISECONDS)
        .withReadTimeout(atMost(chain.readTimeoutMillis(), millis), TimeUnit.MILLISECONDS)
        .withWriteTimeout(atMost(chain.writeTimeoutMillis(), millis), TimeUnit.MILLISECONDS);
  }

  /** The smaller of two timeouts; zero means no timeout. */
  private static int atMost(int givenMillis, int limitMillis) {
    return givenMillis == 0 ? limitMillis : Math.min(givenMillis, limitMillis);
  }

  /** Limits the reading of a body. The connection removes the deadline when the body ends. */
  void applyTo(Response response) {
    if (isUnlimited()) {
      return;
    }
    Timeout timeout = response.body().source().timeout();
    long deadline = startNanos + limit.toNanos();
    if (!timeout.hasDeadline() || timeout.deadlineNanoTime() - deadline > 0) {
      timeout.deadlineNanoTime(deadline);
    }
  }

  /** Removes the deadline from the reading of a body, and restores the client's read timeout. */
  static void removeFrom(Response response, int readTimeoutMillis) {
    Timeout timeout = response.body().source().timeout();
    timeout.clearDeadline();
    timeout.timeout(readTimeoutMillis, TimeUnit.MILLISECONDS);
  }
}
