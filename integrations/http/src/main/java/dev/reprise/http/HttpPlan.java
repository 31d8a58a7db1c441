package dev.reprise.http;

import dev.reprise.Retry;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.View;
import dev.reprise.function.Attempt;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/** How one request is made: the retry to make it with, and what to send along. */
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
   * What to make the call with.
   *
   * @return a retry with the state of the request's origin
   */
  public Retry retry() {
    return retry;
  }

  /**
   * Tells the header fields that an attempt adds to the request: the key, the number of the attempt
   * and the time left, as far as they are asked for.
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
   * Whether another attempt may follow an answer: its body is then held back, not given to the
   * caller's handler. The answer may be the last one all the same, for want of time or budget.
   *
   * @param attempt the attempt that got the answer
   * @param reply the answer
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
   * Whether an answer asks for another attempt, though none may follow. Of such a one the status is
   * the answer: reading its body serves no retry.
   *
   * @param reply the answer
   * @return true if its row says retry
   */
  public boolean isRetryable(HttpResponseInfo reply) {
    return settings.rules().ofReply(reply).action() == Verdict.Action.RETRY;
  }

  /**
   * How long to read the body of an answer after which another attempt may follow. Its status says
   * what to do; reading it serves the connection alone, so a body that drips does not use up the
   * time of the call. Where no attempt follows after all, the caller reads on.
   *
   * @param timeLeft how long the attempt may still take, at least zero
   * @return a second, or a quarter of the time left if that is shorter
   */
  public Duration holdingTime(Duration timeLeft) {
    Duration part = timeLeft.dividedBy(4);
    return part.compareTo(LONGEST_HOLD) < 0 ? part : LONGEST_HOLD;
  }

  /**
   * How long an attempt may still take: until the end of its own timeout or of the call, whichever
   * comes first. Asked when it starts.
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
