package dev.reprise.policy;

import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Conditions;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import dev.reprise.hedge.Hedge;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Rules for what to retry, when, how often and how long: an immutable value without state. Two
 * policies built the same way are equal, and one prints as the text that {@link #parse} reads.
 *
 * <table>
 *   <caption>Defaults</caption>
 *   <tr><td>attempts</td><td>3, including the first</td></tr>
 *   <tr><td>backoff</td><td>exponential from 100 ms, doubling, capped at 20 s, full jitter</td></tr>
 *   <tr><td>time limit</td><td>60 s for all attempts and waits together</td></tr>
 *   <tr><td>attempt timeout</td><td>none</td></tr>
 *   <tr><td>retried</td><td>every exception except interruptions, cancellations and bugs; never an {@code Error}</td></tr>
 *   <tr><td>idempotency</td><td>unspecified: all retryable failures are retried</td></tr>
 *   <tr><td>nesting</td><td>collapsed: a failure that a nested call has retried is not retried again</td></tr>
 *   <tr><td>rules for certain failures</td><td>none</td></tr>
 *   <tr><td>hedge</td><td>none</td></tr>
 *   <tr><td>condition to give up</td><td>none but attempts and time limit</td></tr>
 *   <tr><td>waits</td><td>waited for</td></tr>
 *   <tr><td>server hints</td><td>followed up to 10 times the cap, with up to a fifth added as jitter</td></tr>
 * </table>
 */
public final class RetryPolicy {

  private static final RetryPolicy DEFAULTS = builder().build();
  private static final RetryPolicy NONE = builder().maxAttempts(1).withoutTimeLimit().build();

  private final Conditions conditions;
  private final Backoff backoff;
  private final Limits limits;
  private final Idempotency idempotency;
  private final Nesting nesting;
  private final RejectedResults rejectedResults;
  private final boolean hintsOnSuccess;
  private final boolean noWaits;
  private final boolean rareRules;
  private final boolean byNumber;
  private final @Nullable Hedge hedge;
  private final @Nullable StopCondition stop;
  private final @Nullable AttemptTimeout attemptTimeout;
  private final FailureRules rules;
  private final boolean switchedOff;
  private final boolean maxHintNamed;

  RetryPolicy(RetryPolicyBuilder from) {
    conditions = from.conditions.build();
    backoff = from.backoff;
    limits = from.limits();
    idempotency = from.idempotency;
    nesting = from.nesting;
    rejectedResults = from.rejectedResults;
    hintsOnSuccess = from.hintsOnSuccess;
    noWaits = from.noWaits;
    hedge = from.hedge;
    stop = from.stop;
    attemptTimeout = from.attemptTimeout;
    rules = new FailureRules(from.rules);
    rareRules = stop != null || noWaits || !from.rules.isEmpty();
    byNumber = backoff.dependsOnlyOnRetryNumber() && rules.dependOnlyOnRetryNumber();
    switchedOff = from.switchedOff;
    maxHintNamed = from.namesMaxHint();
  }

  /**
   * The defaults, as the table above has them.
   *
   * @return one and the same policy
   */
  public static RetryPolicy defaults() {
    return DEFAULTS;
  }

  /**
   * One attempt, no time limit.
   *
   * @return one and the same policy
   */
  public static RetryPolicy none() {
    return NONE;
  }

  /**
   * Begins with the defaults.
   *
   * @return a new builder
   */
  public static RetryPolicyBuilder builder() {
    return new RetryPolicyBuilder();
  }

  /**
   * Reads the text form: settings named as in the builder, separated by blanks, each at most once;
   * settings that are not named keep their defaults. Class names are resolved through the thread's
   * context class loader, without initialising them.
   *
   * @param text such as {@code maxAttempts=5 within=30s backoff=exponential(100ms, x2, cap=10s,
   *     jitter=full) retryOn=java.io.IOException}
   * @return the policy
   * @throws IllegalArgumentException if the text is not of this form, with a message that points at
   *     the character; or if the settings do not fit together
   */
  public static RetryPolicy parse(String text) {
    return parse(text, Thread.currentThread().getContextClassLoader());
  }

  /**
   * Reads the text form, with classes from a given loader.
   *
   * @param text as for {@link #parse(String)}
   * @param loader loader of exception classes; null for the one that loaded this library
   * @return the policy
   * @throws IllegalArgumentException as {@link #parse(String)}
   */
  public static RetryPolicy parse(String text, @Nullable ClassLoader loader) {
    return RetryPolicyText.parse(text, loader);
  }

  /**
   * Returns the names of the settings in the text form.
   *
   * @return such as {@code maxAttempts}: the names of the builder, except those of user code
   */
  public static Set<String> settingNames() {
    return RetryPolicyText.names();
  }

  /**
   * A builder that begins with this policy.
   *
   * @return a new builder
   */
  public RetryPolicyBuilder toBuilder() {
    return new RetryPolicyBuilder(this);
  }

  /**
   * Decides how the call continues after an attempt. Pure and total: it reads no clock, draws only
   * from {@code random}, and does not throw; an exception of the policy's own code ends the call
   * with {@link dev.reprise.decision.StopReason#POLICY_FAILED}. In this order:
   *
   * <ol>
   *   <li>the outcome is classified: accepted, retryable, retryable no sooner than a hint, or
   *       aborted; an abort, and a failure that no condition names, ends the call;
   *   <li>a call declared not idempotent continues only after a failure without effect;
   *   <li>a failure that a nested call has retried ends the call, if nesting is collapsed;
   *   <li>while another attempt is in flight, that attempt decides after any other retryable
   *       outcome;
   *   <li>the last attempt ends the call, and so does the last failure that a {@linkplain
   *       FailureRule rule} allows, counted from when the call was last {@linkplain
   *       RetryPolicyBuilder#startOverAfter healthy};
   *   <li>the {@linkplain RetryPolicyBuilder#giveUpWhen condition to give up} ends the call;
   *   <li>the delay is the longer of backoff and hint; a hint beyond its limit ends the call;
   *   <li>a next attempt that would start at or after the deadline is not waited for;
   *   <li>otherwise the call continues after that delay.
   * </ol>
   *
   * <p>The budget has state, so no permit is requested here. A driver requests one last.
   *
   * @param progress progress of the call, including the attempt
   * @param outcome outcome of the attempt
   * @param nowNanos the current tick
   * @param view snapshot of the called resource
   * @param random source of the jitter
   * @return the decision
   */
  public Decision decide(
      Progress progress, Outcome<?> outcome, long nowNanos, View view, RandomGenerator random) {
    return Decider.decide(this, progress, outcome, nowNanos, view, random);
  }

  /**
   * As {@link #decide(Progress, Outcome, long, View, RandomGenerator)}, for an exception of an
   * attempt: needs no outcome object.
   *
   * @param progress progress of the call, including the attempt
   * @param failure the exception of the attempt
   * @param nowNanos the current tick
   * @param view snapshot of the called resource
   * @param random source of the jitter
   * @return the decision
   */
  public Decision decide(
      Progress progress, Throwable failure, long nowNanos, View view, RandomGenerator random) {
    return Decider.decideFailure(this, progress, failure, nowNanos, view, random);
  }

  /**
   * Decides when another attempt is sent in parallel with those in flight, if none of them ends
   * before. Pure and total, as {@link #decide(Progress, Outcome, long, View, RandomGenerator)
   * decide}: it is called whenever an attempt has started, or has failed while others are in
   * flight. After such a failure, the next attempt is due at once, unless a server requested a
   * pause. There is no further attempt without a {@linkplain RetryPolicyBuilder#hedge hedge}, while
   * the maximum number is in flight, after the last attempt, when the {@linkplain
   * RetryPolicyBuilder#giveUpWhen condition to give up} holds or throws, before enough latencies
   * are known, at or after the deadline, and when a server requested a longer pause than the limit
   * allows.
   *
   * <p>No permit of the budget is requested here. That happens when the hedge is due.
   *
   * @param progress progress of the call, including the attempts in flight
   * @param view snapshot of the called resource
   * @param nowNanos the current tick
   * @return how long from now, in nanoseconds, at least 0; or empty for no hedge
   */
  public OptionalLong nextHedge(Progress progress, View view, long nowNanos) {
    return Decider.nextHedge(this, progress, view, nowNanos);
  }

  /**
   * Returns the remaining part of the time limit.
   *
   * @param progress progress of the call
   * @param nowNanos the current tick
   * @return nanoseconds, at least 0; {@link Long#MAX_VALUE} without a limit
   */
  public long timeLeftNanos(Progress progress, long nowNanos) {
    return limits.timeLeft(progress.elapsedNanos(nowNanos));
  }

  /**
   * Returns the time limit of an attempt that starts now: the attempt timeout, or the remaining
   * time of the call if that is shorter.
   *
   * @param progress progress of the call, including the attempt
   * @param view snapshot of the called resource
   * @param nowNanos the current tick
   * @return nanoseconds, at least 0; {@link Long#MAX_VALUE} where no attempt timeout is set
   */
  public long attemptTimeoutNanos(Progress progress, View view, long nowNanos) {
    return attemptTimeout == null
        ? Long.MAX_VALUE
        : Math.min(
            attemptTimeout.nanos(progress.started(), view), timeLeftNanos(progress, nowNanos));
  }

  /**
   * Returns the attempt timeout, without regard to the remaining time of the call.
   *
   * @param attempt its number in the call, from 1
   * @param view snapshot of the called resource; {@link View#NONE} will do unless {@link
   *     #readsLatencies()}
   * @return nanoseconds, more than 0; {@link Long#MAX_VALUE} where no attempt timeout is set
   */
  public long attemptTimeoutNanos(int attempt, View view) {
    return attemptTimeout == null ? Long.MAX_VALUE : attemptTimeout.nanos(attempt, view);
  }

  /**
   * Returns the conditions under which an outcome is retried.
   *
   * @return the conditions
   */
  public Conditions conditions() {
    return conditions;
  }

  /**
   * Returns the delays between attempts.
   *
   * @return the backoff
   */
  public Backoff backoff() {
    return backoff;
  }

  /**
   * Returns the highest number of attempts of a call, including the first: 1 means no retry.
   *
   * @return at least 1; {@link Integer#MAX_VALUE} for no limit
   */
  public int maxAttempts() {
    return limits.maxAttempts();
  }

  /**
   * Returns the limit for all attempts and waits together.
   *
   * @return the time limit, or empty for none
   */
  public Optional<Duration> within() {
    return Limits.optional(limits.withinNanos());
  }

  /**
   * Returns the limit for each attempt, the longest if they differ.
   *
   * @return the attempt timeout, or empty for none
   */
  public Optional<Duration> attemptTimeout() {
    return Limits.optional(limits.attemptTimeoutNanos());
  }

  /**
   * Returns the limits for the attempts, one for each.
   *
   * @return the attempt timeouts, or empty for none
   */
  public Optional<AttemptTimeout> attemptTimeouts() {
    return Optional.ofNullable(attemptTimeout);
  }

  @Nullable AttemptTimeout attemptTimeoutOrNull() {
    return attemptTimeout;
  }

  /**
   * Returns whether hedge or attempt timeout depend on the latency of recent attempts, which is
   * then measured.
   *
   * @return true if one does
   */
  public boolean readsLatencies() {
    return (attemptTimeout != null && attemptTimeout.readsLatencies())
        || (hedge != null && hedge.readsLatencies());
  }

  /**
   * Returns the declared effect of executing the operation twice.
   *
   * @return the declaration
   */
  public Idempotency idempotency() {
    return idempotency;
  }

  /**
   * Returns the handling of failures that a nested retry has already retried.
   *
   * @return the rule
   */
  public Nesting nesting() {
    return nesting;
  }

  /**
   * Returns the longest wait that a server may request.
   *
   * @return the limit, by default 10 times the backoff's cap; empty for none
   */
  public Optional<Duration> maxHint() {
    return Limits.optional(limits.maxHintNanos());
  }

  /**
   * Returns the random addition to a server's hint, as a share of the hint.
   *
   * @return from 0 to 1
   */
  public double hintJitter() {
    return limits.hintJitter();
  }

  /**
   * Returns whether later calls follow the hints that a server sends with a success.
   *
   * @return false by default
   */
  public boolean followsHintsOnSuccess() {
    return hintsOnSuccess;
  }

  /**
   * Returns whether attempts follow each other at once, without the delays of backoff and hints.
   *
   * @return false by default
   */
  public boolean skipsWaits() {
    return noWaits;
  }

  /** A single check for rare settings, so that other policies have no further cost. */
  boolean hasRareRules() {
    return rareRules;
  }

  /**
   * Returns the duration of an attempt from which the count starts over.
   *
   * @return the time, or empty for never
   */
  public Optional<Duration> startOverAfter() {
    return Limits.optional(limits.startOverNanos());
  }

  /**
   * Returns the settings of further attempts while one is in flight.
   *
   * @return the hedge, or empty for none
   */
  public Optional<Hedge> hedge() {
    return Optional.ofNullable(hedge);
  }

  /**
   * Returns the condition to give up, in addition to the limits of a call.
   *
   * @return the condition, or empty for none
   */
  public Optional<StopCondition> giveUpWhen() {
    return Optional.ofNullable(stop);
  }

  /**
   * Returns the rules for certain failures.
   *
   * @return the rules, in the order in which they apply; unmodifiable
   */
  public List<FailureRule> rules() {
    return rules.list();
  }

  /**
   * Returns whether every delay depends only on the number of the retry and on chance, and not on
   * the state of the resource.
   *
   * @return true if {@link Backoff#dependsOnlyOnRetryNumber} holds for the backoff and those of all
   *     rules
   */
  public boolean dependsOnlyOnRetryNumber() {
    return byNumber;
  }

  /**
   * Returns whether some delay is scaled by the latency of attempts.
   *
   * @return true if {@link Backoff#readsAverageLatency} holds for the backoff or that of a rule
   */
  public boolean readsAverageLatency() {
    return backoff.readsAverageLatency() || rules.needLatency();
  }

  /**
   * Returns the rule that applies to a failure.
   *
   * @param verdict verdict on the failure
   * @param failure the exception of the attempt; null for a rejected result
   * @return the first rule that applies, or empty for none
   */
  public Optional<FailureRule> ruleFor(Verdict verdict, @Nullable Throwable failure) {
    return rules.of(verdict, failure);
  }

  FailureRules failureRules() {
    return rules;
  }

  /**
   * Counts a failure to which a rule applies. For drivers that drop the progress of a call and
   * rebuild it.
   *
   * @param progress progress of the call, including the failed attempt
   * @param verdict verdict on the failure
   * @param failure the exception of the attempt; null for a rejected result
   * @return the progress that includes it; the same if no rule applies
   */
  public Progress countFailure(Progress progress, Verdict verdict, @Nullable Throwable failure) {
    return rules.countFailure(progress, verdict, failure);
  }

  @Nullable StopCondition stopOrNull() {
    return stop;
  }

  /**
   * Returns whether an outcome is always the result of the call, without regard to earlier
   * attempts, and needs no decision.
   *
   * @param outcome outcome of an attempt
   * @return true for every outcome that was returned, where the policy rejects no results
   */
  public boolean alwaysAccepts(Outcome<?> outcome) {
    return outcome instanceof Outcome.Returned && conditions.acceptsEveryResult();
  }

  /**
   * Returns a copy with one attempt, whose failed calls stop with {@link
   * dev.reprise.decision.StopReason#DISABLED}.
   *
   * @return a policy that does not retry
   */
  public RetryPolicy disabled() {
    return toBuilder().disabled().build();
  }

  /**
   * True if retrying is switched off by the system property. It affects only reports, so equality
   * ignores it.
   */
  boolean isSwitchedOff() {
    return switchedOff;
  }

  /**
   * Returns whether attempts are hedged.
   *
   * @return true if there is a {@link #hedge()}
   */
  public boolean isHedged() {
    return hedge != null;
  }

  /**
   * True if the limit for hints was set, and does not follow the backoff of a copy. Equality
   * ignores it, because it affects only copies.
   */
  boolean namesMaxHint() {
    return maxHintNamed;
  }

  @Nullable Hedge hedgeOrNull() {
    return hedge;
  }

  /**
   * Returns whether there is a limit for all attempts and waits together.
   *
   * @return true if there is a time {@link #within()}
   */
  public boolean hasTimeLimit() {
    return limits.withinNanos() != Limits.NONE;
  }

  /**
   * Returns whether each attempt is limited.
   *
   * @return true if there is an {@link #attemptTimeout()}
   */
  public boolean hasAttemptTimeout() {
    return limits.attemptTimeoutNanos() != Limits.NONE;
  }

  /**
   * The limits as numbers.
   *
   * @return all of them
   */
  public Limits limits() {
    return limits;
  }

  /**
   * Returns the handling of rejected results.
   *
   * @return whether they are returned in the end, and closed on the way
   */
  public RejectedResults rejectedResults() {
    return rejectedResults;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RetryPolicy that
        && conditions.equals(that.conditions)
        && backoff.equals(that.backoff)
        && limits.equals(that.limits)
        && idempotency == that.idempotency
        && nesting == that.nesting
        && rejectedResults.equals(that.rejectedResults)
        && hintsOnSuccess == that.hintsOnSuccess
        && noWaits == that.noWaits
        && Objects.equals(hedge, that.hedge)
        && Objects.equals(stop, that.stop)
        && Objects.equals(attemptTimeout, that.attemptTimeout)
        && rules.equals(that.rules);
  }

  @Override
  public int hashCode() {
    return Objects.hash(conditions, backoff, limits, idempotency, nesting, hedge, stop, rules);
  }

  /**
   * Returns the text form.
   *
   * @return a text that {@link #parse} reads; but user code appears as {@code custom(name)}, and
   *     {@code parse} refuses that
   */
  @Override
  public String toString() {
    return RetryPolicyText.format(this);
  }
}
