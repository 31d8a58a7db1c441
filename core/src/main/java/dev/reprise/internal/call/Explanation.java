package dev.reprise.internal.call;

import dev.reprise.backoff.DelayRange;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.internal.text.DurationText;
import dev.reprise.internal.text.RoughDuration;
import dev.reprise.policy.FailureRule;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.FailureText;
import dev.reprise.report.RetryReport;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Explanation of the end of a call, as the last line of its report: only known facts, with the
 * numbers that explain them, and no text of failures.
 */
public final class Explanation {

  private static final String EFFECT_UNKNOWN =
      "the call is not idempotent, and the failure may have had an effect; to have it retried,"
          + " declare idempotency=keyed if the receiver recognizes its key, or"
          + " idempotency=idempotent if a second execution is harmless";

  private final CallSettings settings;
  private final RetryPolicy policy;
  private final Progress progress;
  private final History.@Nullable Entry latest;
  private final @Nullable Decision decision;
  private final @Nullable Throwable lastFailure;
  private final long elapsedNanos;

  /** Explains a call that has ended, and the attempt after which that was decided. */
  public Explanation(
      CallSettings settings, Progress progress, History.@Nullable Entry latest, long endNanos) {
    this.settings = settings;
    this.progress = progress;
    this.latest = latest;
    policy = settings.policy();
    decision = latest == null ? null : latest.decision();
    lastFailure = latest == null ? null : latest.outcome().failureOrNull();
    elapsedNanos = progress.elapsedNanos(endNanos);
  }

  public String of(StopReason reason) {
    return switch (reason) {
      case SUCCEEDED -> "";
      case NOT_RETRYABLE -> notRetryable();
      case EFFECT_UNKNOWN -> EFFECT_UNKNOWN;
      case ALREADY_RETRIED -> alreadyRetried();
      case DISABLED -> disabled();
      case ATTEMPTS -> attempts();
      case CONDITION -> condition();
      case DEADLINE -> deadline();
      case HINT_TOO_LONG -> hint();
      case BUDGET -> "the budget, " + budget() + ", allowed no retry";
      case INTERRUPTED -> ended("the thread was interrupted", " ended by an interrupt");
      case CANCELLED -> ended("the call was cancelled", " was cancelled");
      case POLICY_FAILED -> policyFailed();
      case EXECUTOR_REJECTED -> "the executor rejected " + next();
      case SHUT_DOWN -> "the retry was shut down before " + next();
    };
  }

  private String notRetryable() {
    return "the policy does not retry this " + (lastFailure == null ? "result" : "failure");
  }

  private String alreadyRetried() {
    Optional<RetryReport> below = Optional.ofNullable(lastFailure).flatMap(RetryReport::of);
    return below
        .map(
            report ->
                "the retry below, "
                    + FailureText.oneLine(report.retry())
                    + ", has made "
                    + count(report.attempts())
                    + " already")
        .orElse("the failure was retried below");
  }

  private String disabled() {
    return settings.shared().disabled()
        ? "the system property " + SharedState.DISABLED_PROPERTY + " is true"
        : "the policy is switched off, as by Retry.none(): it allows 1 attempt";
  }

  private String attempts() {
    int allowed = policy.maxAttempts();
    if (decision != null && progress.retry() < allowed) {
      return rule(decision.verdict());
    }
    return progress.started() > allowed
        ? count(allowed) + " were used since the call was last healthy"
        : allowed == 1 ? "the policy allows 1 attempt" : "all " + count(allowed) + " were used";
  }

  private String condition() {
    String condition = policy.giveUpWhen().map(stop -> ", " + stop + ",").orElse("");
    return "the policy's condition to give up"
        + FailureText.oneLine(condition)
        + " held after "
        + count(progress.started())
        + " and "
        + time(elapsedNanos);
  }

  /** The limit of a rule for some failures ended the call before that for all of them. */
  private String rule(Verdict verdict) {
    return policy
        .ruleFor(verdict, lastFailure)
        .map(rule -> "the policy allows " + failures(rule) + " of " + rule.name())
        .orElse(count(policy.maxAttempts()) + " were used");
  }

  private static String failures(FailureRule rule) {
    return rule.maxFailures() == 1 ? "1 failure" : rule.maxFailures() + " failures";
  }

  private String deadline() {
    long limit = policy.limits().withinNanos();
    long left = policy.limits().timeLeft(elapsedNanos);
    if (waited()) {
      return "the wait ended after " + time(elapsedNanos) + ", past the limit of " + time(limit);
    }
    if (left <= 0) {
      return "the time limit of " + time(limit) + " was over";
    }
    String known = time(left) + " of " + time(limit) + " were left, ";
    long asked = askedNanos();
    return asked >= left
        ? known + "and the server asked to wait " + time(asked)
        : known + "less than the next wait" + nextWait(left);
  }

  /** The next wait, as far as it is known without drawing it. */
  private String nextWait(long left) {
    if (decision == null) {
      return "";
    }
    Verdict verdict = decision.verdict();
    Progress counted = policy.countFailure(sinceHealthy(), verdict, lastFailure);
    DelayRange range = History.rangeOf(policy, verdict, lastFailure, counted);
    if (range == null || range.maxNanos() < left) {
      return "";
    }
    return range.minNanos() == range.maxNanos()
        ? ", " + time(range.maxNanos())
        : ", drawn from " + RoughDuration.range(range.minNanos(), range.maxNanos());
  }

  private Progress sinceHealthy() {
    boolean healthy = progress.lastAttemptNanos() >= policy.limits().startOverNanos();
    return healthy && progress.retry() > 1
        ? progress.excluding(progress.finished() - 1, progress.countedSinceNanos())
        : progress;
  }

  private String hint() {
    long asked = askedNanos();
    long allowed = policy.limits().maxHintNanos();
    boolean differ = !time(asked).equals(time(allowed));
    return "the server asked to wait "
        + (differ ? time(asked) : DurationText.inWords(asked))
        + ", more than the "
        + (differ ? time(allowed) : DurationText.inWords(allowed))
        + " allowed";
  }

  /**
   * The wait that servers requested at the end, including hints to attempts whose retry was left to
   * others.
   */
  private long askedNanos() {
    long hint = decision == null ? 0 : decision.verdict().hintNanos();
    return Math.max(hint, progress.notBeforeNanos() - elapsedNanos);
  }

  private String policyFailed() {
    if (waited()) {
      return "the wait before " + next() + " threw";
    }
    return decision instanceof Decision.GiveUp giveUp && giveUp.policyFailure() != null
        ? "the policy's own code threw "
            + FailureText.describeWithoutMessage(giveUp.policyFailure())
        : "the policy's own code threw";
  }

  /** Phrase for an end between two attempts, or within one. */
  private String ended(String between, String within) {
    if (waited()) {
      return between + " before " + next();
    }
    return latest == null ? between : "attempt " + latest.number() + within;
  }

  private String budget() {
    try {
      return FailureText.oneLine(settings.state().budget().toString());
    } catch (RuntimeException | StackOverflowError bug) {
      return FailureText.oneLine(settings.state().budget().getClass().getName());
    }
  }

  /** Returns whether the decision was to make another attempt. */
  private boolean waited() {
    return decision instanceof Decision.RetryAfter;
  }

  private String next() {
    return "attempt " + (progress.started() + 1L);
  }

  private static String count(int attempts) {
    return attempts == 1 ? "1 attempt" : attempts + " attempts";
  }

  private static String time(long nanos) {
    return RoughDuration.of(nanos);
  }
}
