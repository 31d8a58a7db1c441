package dev.reprise.http;

import dev.reprise.Retry;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.View;
import dev.reprise.function.Attempt;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/** Plan of one request: the retry that makes its attempts, and the header fields that they add. */
public final class HttpPlan {

  private static final Duration LONGEST_HOLD = Duration.ofSeconds(1);
  private static final Duration UNLIMITED = Duration.ofNanos(Long.MAX_VALUE);

  private final Retry retry;
  private final HttpRetry settings;
  private final boolean keyed;
  private final BooleanSupplier bodyIsSpent;

  HttpPlan(Retry retry, HttpRetry settings, boolean keyed, BooleanSupplier bodyIsSpent) {
    this.retry = retry;
    this.settings = settings;
    this.keyed = keyed;
    this.bodyIsSpent = bodyIsSpent;
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
   * Passes on the header fields that an attempt adds to the request: the key, the number of the
   * attempt and the time left, each only if it is configured.
   *
   * @param attempt the attempt
   * @param header takes name and value; replaces a field of that name
   */
  public void headers(Attempt attempt, BiConsumer<String, String> header) {
    if (keyed) {
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
   * Returns true if another attempt may follow a response. Its body is then held back and not
   * passed to the caller's handler. The response may still be the last one, if time or budget run
   * out.
   *
   * @param attempt the attempt that got the response
   * @param reply the response
   * @return true if its row says retry, the request may be sent again and attempts are left
   */
  public boolean mayRetry(Attempt attempt, HttpResponseInfo reply) {
    RetryPolicy policy = retry.policy();
    Verdict row = settings.rules().ofReply(reply);
    boolean attemptsLeft =
        attempt.number() < policy.maxAttempts() || policy.startOverAfter().isPresent();
    return attemptsLeft
        && row.action() == Verdict.Action.RETRY
        && OneShotBodyGuard.permits(policy.idempotency(), row)
        && !bodyIsSpent.getAsBoolean();
  }

  /**
   * Returns true if the rules retry a response, even if no attempt is left. Reading the body of
   * such a response within the attempt serves no retry.
   *
   * @param reply the response
   * @return true if its row says retry
   */
  public boolean isRetryable(HttpResponseInfo reply) {
    return settings.rules().ofReply(reply).action() == Verdict.Action.RETRY;
  }

  /**
   * Time for reading the body of a response after which another attempt may follow. The decision
   * depends on the status alone; reading only frees the connection, so a slow body shall not use up
   * the time of the call. If no attempt follows, the caller reads the remaining bytes.
   *
   * @param timeLeft how long the attempt may still take, at least zero
   * @return a second, or a quarter of the time left if that is shorter
   */
  public Duration holdingTime(Duration timeLeft) {
    Duration part = timeLeft.dividedBy(4);
    return part.compareTo(LONGEST_HOLD) < 0 ? part : LONGEST_HOLD;
  }

  /**
   * Time that an attempt may still take: until its own timeout or the end of the call, whichever
   * comes first. Called when the attempt starts.
   *
   * @param attempt the attempt
   * @return at least zero; {@link Long#MAX_VALUE} nanoseconds where nothing limits it
   */
  public Duration timeFor(Attempt attempt) {
    Duration left = attempt.timeLeft();
    RetryPolicy own = settings.retry().policy();
    View view = own.readsLatencies() ? retry.state().view() : View.NONE;
    Duration timeout = Duration.ofNanos(own.attemptTimeoutNanos(attempt.number(), view));
    return timeout.compareTo(left) < 0 ? timeout : left;
  }
}
