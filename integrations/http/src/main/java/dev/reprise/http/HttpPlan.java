package dev.reprise.http;

import dev.reprise.Retry;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.View;
import dev.reprise.function.Attempt;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * Plan of one request: the retry that makes its attempts, and the header fields that they add. For
 * client integrations; {@link HttpPlanner#plan} shows its use. Safe for use by any thread. No
 * method accepts or returns null.
 */
public final class HttpPlan {

  private static final Duration MAX_HOLDING_TIME = Duration.ofSeconds(1);
  private static final Duration UNLIMITED = Duration.ofNanos(Long.MAX_VALUE);

  private final Retry retry;
  private final HttpRetry settings;
  private final boolean addsKey;
  private final BooleanSupplier bodyStarted;

  HttpPlan(Retry retry, HttpRetry settings, boolean addsKey, BooleanSupplier bodyStarted) {
    this.retry = retry;
    this.settings = settings;
    this.addsKey = addsKey;
    this.bodyStarted = bodyStarted;
  }

  /**
   * The retry for the call.
   *
   * @return a retry with the state of the request's origin
   */
  public Retry retry() {
    return retry;
  }

  /**
   * Adds the header fields of an attempt to its request: the key, the number of the attempt and the
   * remaining time, each only if it is configured.
   *
   * @param attempt the attempt
   * @param header receives name and value, and replaces a field of that name
   */
  public void headers(Attempt attempt, BiConsumer<String, String> header) {
    if (addsKey) {
      header.accept(IdempotencyKeyField.NAME, IdempotencyKeyField.format(attempt.idempotencyKey()));
    }
    String attemptHeader = settings.attemptHeader();
    if (attemptHeader != null) {
      header.accept(attemptHeader, Integer.toString(attempt.number()));
    }
    String timeLeftHeader = settings.timeLeftHeader();
    Duration timeLeft = timeFor(attempt);
    if (timeLeftHeader != null && timeLeft.compareTo(UNLIMITED) < 0) {
      header.accept(timeLeftHeader, Long.toString(Math.max(1, timeLeft.toMillis())));
    }
  }

  /**
   * Returns true if another attempt may follow a response. The body of such a response is held and
   * not passed to the caller's handler. The response may still become the last one, if time or
   * budget are used up.
   *
   * @param attempt the attempt that got the response
   * @param response the response
   * @return true if its row says retry, the request may be sent again and attempts are left
   */
  public boolean mayRetry(Attempt attempt, HttpResponseInfo response) {
    RetryPolicy policy = retry.policy();
    Verdict row = settings.rules().ofResponse(response);
    boolean attemptsLeft =
        attempt.number() < policy.maxAttempts() || policy.startOverAfter().isPresent();
    return attemptsLeft
        && row.action() == Verdict.Action.RETRY
        && OneShotBodyGuard.permits(policy.idempotency(), row)
        && !bodyStarted.getAsBoolean();
  }

  /**
   * Returns true if the rules retry a response, even if no attempt remains. There is no use in
   * reading the body of such a response within the attempt.
   *
   * @param response the response
   * @return true if its row says retry
   */
  public boolean isRetryable(HttpResponseInfo response) {
    return settings.rules().ofResponse(response).action() == Verdict.Action.RETRY;
  }

  /**
   * Time for reading the body of a response after which another attempt may follow. The decision
   * depends only on the status; reading only frees the connection, so a slow body must not use up
   * the time of the call. If no attempt follows, the caller reads the remaining bytes.
   *
   * @param timeLeft remaining time of the attempt, at least zero
   * @return one second, or a quarter of the remaining time if that is shorter
   */
  public Duration holdingTime(Duration timeLeft) {
    Duration part = timeLeft.dividedBy(4);
    return part.compareTo(MAX_HOLDING_TIME) < 0 ? part : MAX_HOLDING_TIME;
  }

  /**
   * Time that an attempt may take: until its own timeout or the end of the call, whichever comes
   * first. Called when the attempt starts.
   *
   * @param attempt the attempt
   * @return a duration of at least zero; {@link Long#MAX_VALUE} nanoseconds if nothing limits it
   */
  public Duration timeFor(Attempt attempt) {
    Duration left = attempt.timeLeft();
    RetryPolicy own = settings.retry().policy();
    View view = own.readsLatencies() ? retry.state().view() : View.NONE;
    Duration timeout = Duration.ofNanos(own.attemptTimeoutNanos(attempt.number(), view));
    return timeout.compareTo(left) < 0 ? timeout : left;
  }
}
