package dev.reprise.okhttp;

import dev.reprise.function.Attempt;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import okhttp3.Interceptor;
import okhttp3.Response;
import okio.Timeout;

/**
 * How long one attempt may take, in OkHttp's terms.
 *
 * @param left from its start; {@link Long#MAX_VALUE} nanoseconds where nothing limits it
 * @param isLastOfCall whether the call is over with it
 * @param startNanos of {@link System#nanoTime()}
 */
record AttemptTime(Duration left, boolean isLastOfCall, long startNanos) {

  private static final Duration UNLIMITED = Duration.ofNanos(Long.MAX_VALUE);

  static AttemptTime of(Attempt attempt, Duration left) {
    return new AttemptTime(left, attempt.timeLeft().compareTo(left) <= 0, System.nanoTime());
  }

  private boolean isUnlimited() {
    return left.compareTo(UNLIMITED) >= 0;
  }

  /** How much of it is left now. */
  Duration remaining() {
    Duration spent = Duration.ofNanos(Math.max(0, System.nanoTime() - startNanos));
    return isUnlimited() ? left : spent.compareTo(left) < 0 ? left.minus(spent) : Duration.ZERO;
  }

  /** A chain whose timeouts are not longer than the attempt, and that makes no attempts itself. */
  Interceptor.Chain limit(Interceptor.Chain chain) {
    Interceptor.Chain single = chain.withRetryOnConnectionFailure(false);
    if (isUnlimited()) {
      return single;
    }
    int millis = (int) Math.max(1, Math.min(Integer.MAX_VALUE, left.plusNanos(999_999).toMillis()));
    return single
        .withConnectTimeout(atMost(chain.connectTimeoutMillis(), millis), TimeUnit.MILLISECONDS)
        .withReadTimeout(atMost(chain.readTimeoutMillis(), millis), TimeUnit.MILLISECONDS)
        .withWriteTimeout(atMost(chain.writeTimeoutMillis(), millis), TimeUnit.MILLISECONDS);
  }

  /** Zero is no timeout. */
  private static int atMost(int givenMillis, int limitMillis) {
    return givenMillis == 0 ? limitMillis : Math.min(givenMillis, limitMillis);
  }

  /** Puts a deadline on the reading of a body, which the connection forgets when it ends. */
  void limit(Response response) {
    if (isUnlimited()) {
      return;
    }
    Timeout timeout = response.body().source().timeout();
    long deadline = startNanos + left.toNanos();
    if (!timeout.hasDeadline() || timeout.deadlineNanoTime() - deadline > 0) {
      timeout.deadlineNanoTime(deadline);
    }
  }

  /** Takes the deadline off the reading of a body, and gives it the client's own read timeout. */
  static void unlimit(Response response, int readTimeoutMillis) {
    Timeout timeout = response.body().source().timeout();
    timeout.clearDeadline();
    timeout.timeout(readTimeoutMillis, TimeUnit.MILLISECONDS);
  }
}
