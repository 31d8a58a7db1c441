package dev.reprise.policy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.classify.Classifier;
import dev.reprise.classify.ConditionsBuilder;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.hedge.Hedge;
import dev.reprise.internal.text.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link RetryPolicy}. Starts with the defaults; a setting given twice keeps the last
 * value, conditions add up. Changes of a builder after {@link #build()} do not affect policies
 * built before. Not safe for use by several threads.
 */
public final class RetryPolicyBuilder {

  /** Maximum number of rules of a policy: {@value}. */
  public static final int MAX_RULES = 64;

  private static final int HINT_CAPS = 10;
  static final double HINT_JITTER = 0.2;
  private static final long NOT_SET = -1;

  final ConditionsBuilder conditions;
  Backoff backoff =
      Backoff.exponential(Duration.ofMillis(100))
          .cappedAt(Duration.ofSeconds(20))
          .jitter(Jitter.full());
  Idempotency idempotency = Idempotency.UNSPECIFIED;
  Nesting nesting = Nesting.COLLAPSE;
  RejectedResults rejectedResults = RejectedResults.DEFAULT;
  private int maxAttempts = 3;
  private boolean attemptsNamed;
  private boolean backoffNamed;
  private long withinNanos = Duration.ofSeconds(60).toNanos();
  private boolean timeLimitNamed;
  @Nullable AttemptTimeout attemptTimeout;
  private long maxHintNanos = NOT_SET;
  private double hintJitter = HINT_JITTER;
  boolean hintsOnSuccess;
  boolean noWaits;
  private long startOverNanos = Limits.NONE;
  @Nullable Hedge hedge;
  @Nullable StopCondition stop;
  final List<FailureRule> rules = new ArrayList<>();
  boolean switchedOff;

  RetryPolicyBuilder() {
    conditions = new ConditionsBuilder();
  }

  RetryPolicyBuilder(RetryPolicy from) {
    conditions = from.conditions().toBuilder();
    backoff = from.backoff();
    idempotency = from.idempotency();
    nesting = from.nesting();
    rejectedResults = from.rejectedResults();
    Limits limits = from.limits();
    maxAttempts = limits.maxAttempts();
    withinNanos = limits.withinNanos();
    timeLimitNamed = true;
    attemptTimeout = from.attemptTimeoutOrNull();
    hintJitter = limits.hintJitter();
    hintsOnSuccess = from.followsHintsOnSuccess();
    noWaits = from.skipsWaits();
    startOverNanos = limits.startOverNanos();
    hedge = from.hedgeOrNull();
    stop = from.stopOrNull();
    rules.addAll(from.rules());
    switchedOff = from.isSwitchedOff();
    maxHintNanos = from.namesMaxHint() ? limits.maxHintNanos() : NOT_SET;
  }

  /**
   * Limits the attempts of a call, including the first: 1 means no retry. Default 3, or the number
   * that a {@linkplain Backoff#finiteSequence finite sequence} has delays for.
   *
   * @param maxAttempts the number, at least 1
   * @return this builder
   * @throws IllegalArgumentException if {@code maxAttempts} is less than 1
   */
  public RetryPolicyBuilder maxAttempts(int maxAttempts) {
    if (maxAttempts < 1) {
      throw new IllegalArgumentException("maxAttempts must be at least 1, but was " + maxAttempts);
    }
    this.maxAttempts = maxAttempts;
    attemptsNamed = true;
    switchedOff = false;
    return this;
  }

  /**
   * Sets one attempt, for a disabled retry; unlike a limit set by the user, this is reported as
   * disabled.
   */
  RetryPolicyBuilder disabled() {
    maxAttempts = 1;
    attemptsNamed = true;
    switchedOff = true;
    return this;
  }

  /**
   * Removes the limit of the number of attempts, except that of a {@linkplain
   * Backoff#finiteSequence finite sequence}. A time limit has to be named then, by {@link #within}
   * or {@link #withoutTimeLimit}.
   *
   * @return this builder
   */
  public RetryPolicyBuilder unlimitedAttempts() {
    maxAttempts = Integer.MAX_VALUE;
    attemptsNamed = true;
    switchedOff = false;
    return this;
  }

  /**
   * Limits the time of a call, all attempts and waits together. No retry starts at or after the
   * deadline, and no wait starts that would end there. A running attempt is ended early only if
   * there is also an {@link #attemptTimeout}. Default 60 s.
   *
   * @param limit the time, more than zero; more than 292 years count as no limit
   * @return this builder
   * @throws IllegalArgumentException if {@code limit} is zero or negative
   */
  public RetryPolicyBuilder within(Duration limit) {
    withinNanos = positive("within", limit);
    timeLimitNamed = true;
    return this;
  }

  /**
   * Removes the time limit.
   *
   * @return this builder
   */
  public RetryPolicyBuilder withoutTimeLimit() {
    withinNanos = Limits.NONE;
    timeLimitNamed = true;
    return this;
  }

  /**
   * Limits the time of each attempt. It is shortened to the remaining time before the deadline. A
   * blocking attempt is interrupted, the stage of an asynchronous one is cancelled; either counts
   * as an {@link dev.reprise.classify.AttemptTimeoutException}. Code that ignores interrupts is not
   * ended early. Default none.
   *
   * <p>The interrupt is never seen outside the attempt. An interrupt from other code that arrives
   * between ours and the attempt's return is cleared with ours, since Java cannot distinguish them.
   * Only an interrupt for an outer attempt of this library, by its timeout or because its future
   * was cancelled, is kept, and ends the inner call.
   *
   * @param limit the time, more than zero; more than 292 years count as no limit
   * @return this builder
   * @throws IllegalArgumentException if {@code limit} is zero or negative
   */
  public RetryPolicyBuilder attemptTimeout(Duration limit) {
    return attemptTimeout(AttemptTimeout.of(limit));
  }

  /**
   * Limits the time of each attempt by its number, or by the latency of recent attempts; otherwise
   * as {@link #attemptTimeout(Duration)}.
   *
   * @param limit such as {@code AttemptTimeout.of(ofSeconds(2), ofSeconds(5))}
   * @return this builder
   */
  public RetryPolicyBuilder attemptTimeout(AttemptTimeout limit) {
    attemptTimeout = limit.maxNanos() == Limits.NONE ? null : limit;
    return this;
  }

  /**
   * Removes the limit of the time of an attempt, as by default.
   *
   * @return this builder
   */
  public RetryPolicyBuilder withoutAttemptTimeout() {
    attemptTimeout = null;
    return this;
  }

  /**
   * Sets the delays between attempts. Default: exponential from 100 ms, doubling, capped at 20 s,
   * full jitter. A {@linkplain Backoff#finiteSequence finite sequence} also limits the attempts, to
   * one more than it has delays: {@link #maxAttempts} is then not needed, and if it is set, the
   * smaller number applies.
   *
   * @param backoff the backoff
   * @return this builder
   */
  public RetryPolicyBuilder backoff(Backoff backoff) {
    this.backoff = Objects.requireNonNull(backoff, "backoff");
    backoffNamed = true;
    return this;
  }

  /**
   * Retries failures of these classes, including subclasses; wrappers such as {@code
   * CompletionException} are unwrapped. Once a condition is set, other failures are not retried.
   * Errors, interruptions, cancellations and bugs ({@code NullPointerException}, {@code
   * IllegalArgumentException} and their like) are retried only if their own class or one below it
   * is named: {@code RuntimeException} names none of them.
   *
   * @param types the classes, at least one
   * @return this builder
   * @throws IllegalArgumentException if {@code types} is empty
   */
  @SafeVarargs
  public final RetryPolicyBuilder retryOn(Class<? extends Throwable>... types) {
    checkNamed("retryOn", types.length);
    for (Class<? extends Throwable> type : types) {
      conditions.retryOn(type);
    }
    return this;
  }

  /**
   * Retries failures that have one of these classes among their causes, themselves included,
   * sixteen deep.
   *
   * @param types the classes, at least one
   * @return this builder
   * @throws IllegalArgumentException if {@code types} is empty
   */
  @SafeVarargs
  public final RetryPolicyBuilder retryOnCause(Class<? extends Throwable>... types) {
    checkNamed("retryOnCause", types.length);
    for (Class<? extends Throwable> type : types) {
      conditions.retryOnCause(type);
    }
    return this;
  }

  /**
   * Retries failures for which a predicate is true. Errors, interruptions, cancellations and bugs
   * are not retried by it.
   *
   * @param name name in the text form: letters, digits, '_', '.', '$' and '-', a letter first
   * @param predicate receives the failure without wrappers; must be pure; if it throws, the call
   *     ends
   * @return this builder
   */
  public RetryPolicyBuilder retryIf(String name, Predicate<? super Throwable> predicate) {
    conditions.retryIf(name, predicate);
    return this;
  }

  /**
   * Retries failures for which a predicate is true, as {@link #retryIf(String, Predicate)} under
   * the name {@code predicate}.
   *
   * @param predicate given the failure
   * @return this builder
   */
  public RetryPolicyBuilder retryIf(Predicate<? super Throwable> predicate) {
    return retryIf("predicate", predicate);
  }

  /**
   * Aborts on failures of these classes, including subclasses, even if another condition would
   * retry them.
   *
   * @param types the classes, at least one
   * @return this builder
   * @throws IllegalArgumentException if {@code types} is empty
   */
  @SafeVarargs
  public final RetryPolicyBuilder abortOn(Class<? extends Throwable>... types) {
    checkNamed("abortOn", types.length);
    for (Class<? extends Throwable> type : types) {
      conditions.abortOn(type);
    }
    return this;
  }

  /**
   * Aborts on failures for which a predicate is true, even if another condition would retry them.
   *
   * @param name name in the text form: letters, digits, '_', '.', '$' and '-', a letter first
   * @param predicate receives the failure without wrappers; must be pure; if it throws, the call
   *     ends
   * @return this builder
   */
  public RetryPolicyBuilder abortIf(String name, Predicate<? super Throwable> predicate) {
    conditions.abortIf(name, predicate);
    return this;
  }

  /**
   * Aborts on failures for which a predicate is true, as {@link #abortIf(String, Predicate)} under
   * the name {@code predicate}.
   *
   * @param predicate given the failure
   * @return this builder
   */
  public RetryPolicyBuilder abortIf(Predicate<? super Throwable> predicate) {
    return abortIf("predicate", predicate);
  }

  /**
   * Retries results of a type for which a predicate is true; results of other types are accepted.
   *
   * @param name name in the text form: letters, digits, '_', '.', '$' and '-', a letter first
   * @param type the type of result
   * @param rejected given the result, never null; must be pure; if it throws, the call ends
   * @param <T> the type of result
   * @return this builder
   */
  public <T> RetryPolicyBuilder retryOnResult(
      String name, Class<T> type, Predicate<? super T> rejected) {
    conditions.retryOnResult(name, type, rejected);
    return this;
  }

  /**
   * Retries results of a type for which a predicate is true, as {@link #retryOnResult(String,
   * Class, Predicate)} under the name {@code predicate}.
   *
   * @param type the type of result
   * @param rejected given the result, never null
   * @param <T> the type of result
   * @return this builder
   */
  public <T> RetryPolicyBuilder retryOnResult(Class<T> type, Predicate<? super T> rejected) {
    return retryOnResult("predicate", type, rejected);
  }

  /**
   * Retries when the result is null. By default null is a result like any other.
   *
   * @return this builder
   */
  public RetryPolicyBuilder retryOnNull() {
    conditions.retryOnNull();
    return this;
  }

  /**
   * Adds a classifier, which classifies every outcome before the conditions by class and predicate;
   * failures that {@code abortOn} and {@code abortIf} name are aborted before that. Several
   * classifiers apply in the order in which they were added.
   *
   * @param name name in the text form: letters, digits, '_', '.', '$' and '-', a letter first
   * @param classifier must be pure; if it throws, the call ends
   * @return this builder
   */
  public RetryPolicyBuilder classifyWith(String name, Classifier classifier) {
    conditions.classifyWith(name, classifier);
    return this;
  }

  /**
   * Waits, before a retry, at least the time that the server requests in a failure. The hint does
   * not decide whether there is a retry. Of several hints the longest applies.
   *
   * @param name name in the text form: letters, digits, '_', '.', '$' and '-', a letter first
   * @param type type of the failure or of one of its causes, to a depth of sixteen; may be an
   *     interface
   * @param hint null for none, negative counts as zero; must be pure; if it throws, the call ends
   * @param <X> the type that has the hint
   * @return this builder
   */
  public <X> RetryPolicyBuilder hintFrom(
      String name, Class<X> type, Function<? super X, @Nullable Duration> hint) {
    conditions.hintFrom(name, type, hint);
    return this;
  }

  /**
   * Same as {@link #hintFrom}, for rejected results. A hint in an accepted result applies to later
   * calls, see {@link #hintsOnSuccess}.
   *
   * @param name name in the text form, as for {@link #hintFrom}
   * @param type the type of result; others have no hint
   * @param hint given the result, never null; otherwise as for {@link #hintFrom}
   * @param <T> the type of result
   * @return this builder
   */
  public <T> RetryPolicyBuilder hintFromResult(
      String name, Class<T> type, Function<? super T, @Nullable Duration> hint) {
    conditions.hintFromResult(name, type, hint);
    return this;
  }

  /**
   * Declares the effect of executing the operation twice. Default unspecified.
   *
   * @param idempotency the declaration
   * @return this builder
   */
  public RetryPolicyBuilder idempotency(Idempotency idempotency) {
    this.idempotency = Objects.requireNonNull(idempotency, "idempotency");
    return this;
  }

  /**
   * Sets the handling of failures that a nested call has already retried. Default collapse.
   *
   * @param nesting the rule
   * @return this builder
   */
  public RetryPolicyBuilder nesting(Nesting nesting) {
    this.nesting = Objects.requireNonNull(nesting, "nesting");
    return this;
  }

  /**
   * Limits the wait that a server may request: a longer one ends the call. Default 10 times the cap
   * of the backoff; no limit if the backoff has no cap.
   *
   * @param limit the time, more than zero
   * @return this builder
   * @throws IllegalArgumentException if {@code limit} is zero or negative
   */
  public RetryPolicyBuilder maxHint(Duration limit) {
    maxHintNanos = positive("maxHint", limit);
    return this;
  }

  /**
   * Removes the limit of the wait that a server may request.
   *
   * @return this builder
   */
  public RetryPolicyBuilder withoutMaxHint() {
    maxHintNanos = Limits.NONE;
    return this;
  }

  /**
   * Sets the random addition to a server's hint, so that clients with the same hint do not retry at
   * the same time. Never negative; it shrinks to fit the deadline. Default 0.2.
   *
   * @param share share of the hint, from 0 (no addition) to 1
   * @return this builder
   * @throws IllegalArgumentException if {@code share} is below 0, above 1 or not a number
   */
  public RetryPolicyBuilder hintJitter(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("hintJitter must be from 0 to 1, but was " + share);
    }
    hintJitter = share + 0.0; // 0 for -0, which would neither equal nor print as 0
    return this;
  }

  /**
   * Follows the pause that a server requests with a success, which {@link #hintFromResult} finds or
   * a classifier returns with {@link dev.reprise.classify.Verdict#acceptThenPause}: the next calls
   * on the same state wait this long before their first attempt, plus {@link #hintJitter}. A pause
   * longer than {@link #maxHint}, or one that would not end before the deadline of the call, is
   * skipped. By default such hints are ignored.
   *
   * @return this builder
   */
  public RetryPolicyBuilder hintsOnSuccess() {
    hintsOnSuccess = true;
    return this;
  }

  /**
   * Disables waits: attempts follow each other at once, without the delays of backoff and hints.
   * For tests; it does not help an overloaded server. All limits still apply. Off by default.
   *
   * @return this builder
   */
  public RetryPolicyBuilder noWaits() {
    noWaits = true;
    return this;
  }

  /**
   * Counts from the beginning again when an attempt has lasted: the failure after it is the first
   * one for {@link #maxAttempts} and {@link #backoff}. For work that runs until it fails, such as a
   * subscription. The time limit is not renewed. Default never.
   *
   * @param healthy minimum duration of the attempt, more than zero
   * @return this builder
   * @throws IllegalArgumentException if {@code healthy} is zero or negative
   */
  public RetryPolicyBuilder startOverAfter(Duration healthy) {
    startOverNanos = positive("startOverAfter", healthy);
    return this;
  }

  /**
   * Never counts from the beginning again, as by default.
   *
   * @return this builder
   */
  public RetryPolicyBuilder withoutStartOver() {
    startOverNanos = Limits.NONE;
    return this;
  }

  /**
   * Adds a rule for failures of a kind or class: a different backoff, a limit, a different price.
   * If several apply to a failure, the first that was added is used. Default none.
   *
   * @param rule the rule, which must set something
   * @return this builder
   * @throws IllegalArgumentException if the rule sets nothing, or there are {@value #MAX_RULES}
   *     already
   */
  public RetryPolicyBuilder rule(FailureRule rule) {
    if (Objects.requireNonNull(rule, "rule").changesNothing()) {
      throw new IllegalArgumentException(
          "a rule must set backoff, maxFailures or price, but that for "
              + rule.name()
              + " did not");
    }
    if (rules.size() == MAX_RULES) {
      throw new IllegalArgumentException(
          "rules must be at most " + MAX_RULES + ", but there is one more for " + rule.name());
    }
    rules.add(rule);
    return this;
  }

  /**
   * Adds several rules, as {@link #rule} does one after the other.
   *
   * @param more such as {@link FailureRule#aws()}
   * @return this builder
   */
  public RetryPolicyBuilder rules(List<FailureRule> more) {
    more.forEach(this::rule);
    return this;
  }

  /**
   * Removes all rules, as by default.
   *
   * @return this builder
   */
  public RetryPolicyBuilder withoutRules() {
    rules.clear();
    return this;
  }

  /**
   * Sets a condition to give up a call, in addition to {@link #maxAttempts} and {@link #within}. It
   * is evaluated after each failure that would be retried; if it holds, the call ends with {@link
   * dev.reprise.decision.StopReason#CONDITION}. Default none.
   *
   * @param condition such as {@code StopCondition.attempts(5).and(StopCondition.elapsed(...))}
   * @return this builder
   */
  public RetryPolicyBuilder giveUpWhen(StopCondition condition) {
    stop = Objects.requireNonNull(condition, "giveUpWhen");
    return this;
  }

  /**
   * Removes the condition to give up, as by default.
   *
   * @return this builder
   */
  public RetryPolicyBuilder withoutGiveUpWhen() {
    stop = null;
    return this;
  }

  /**
   * Sends another attempt while one is in flight. Hedges count as attempts and need permits of the
   * budget, as retries do. Since the operation may then run twice without a failure, it must be
   * declared {@link Idempotency#IDEMPOTENT} or {@link Idempotency#KEYED}. Blocking calls then run
   * their attempts on the {@linkplain Retry#withExecutor executor} of the retry; a call in token
   * form is not hedged, because the caller makes its attempts. Default none.
   *
   * @param hedge delay and number of hedges
   * @return this builder
   */
  public RetryPolicyBuilder hedge(Hedge hedge) {
    this.hedge = Objects.requireNonNull(hedge, "hedge");
    return this;
  }

  /**
   * Removes the hedge.
   *
   * @return this builder
   */
  public RetryPolicyBuilder withoutHedge() {
    hedge = null;
    return this;
  }

  /**
   * Returns the last result if the results of all attempts are rejected, instead of throwing {@link
   * ResultRejectedException}. Off by default.
   *
   * @return this builder
   */
  public RetryPolicyBuilder returningRejected() {
    rejectedResults = new RejectedResults(true, rejectedResults.closed());
    return this;
  }

  /**
   * Closes rejected results that are {@link AutoCloseable} before the next attempt. The result that
   * the call returns is not closed, nor is an instance that a later attempt returns again. Off by
   * default.
   *
   * @return this builder
   */
  public RetryPolicyBuilder closingRejected() {
    rejectedResults = new RejectedResults(rejectedResults.returned(), true);
    return this;
  }

  /**
   * Sets a setting by its name in the text form.
   *
   * @param name one of {@link RetryPolicy#settingNames()}
   * @param value as in the text form
   * @param loader loader of exception classes; null for the one that loaded this library
   * @return this builder
   * @throws IllegalArgumentException if there is no such setting, or the value is wrong
   */
  public RetryPolicyBuilder set(String name, String value, @Nullable ClassLoader loader) {
    RetryPolicyText.set(name, value, this, loader);
    return this;
  }

  /**
   * Makes the policy.
   *
   * @return a policy with the settings so far
   * @throws IllegalArgumentException if attempts are unlimited and no time limit was named, or if
   *     attempts are hedged that are not declared idempotent
   */
  public RetryPolicy build() {
    if (lacksTimeLimit()) {
      throw new IllegalArgumentException(
          "unlimitedAttempts needs a time limit: name within(...) or withoutTimeLimit()");
    }
    if (hedge != null && !idempotency.allowsDuplicates()) {
      throw new IllegalArgumentException(
          "hedge needs idempotency to be idempotent or keyed, but it was " + idempotency);
    }
    return new RetryPolicy(this);
  }

  /** Returns true if attempts are unlimited and no time limit was named. */
  boolean lacksTimeLimit() {
    return attempts() == Integer.MAX_VALUE && !timeLimitNamed;
  }

  Limits limits() {
    long hint = maxHintNanos == NOT_SET ? defaultMaxHint(backoff) : maxHintNanos;
    long timeout = attemptTimeout == null ? Limits.NONE : attemptTimeout.maxNanos();
    return new Limits(attempts(), withinNanos, timeout, startOverNanos, hint, hintJitter);
  }

  /**
   * A backoff that is set here sets the number of attempts, even if the earlier policy allowed
   * more.
   */
  private int attempts() {
    if (switchedOff) {
      return maxAttempts;
    }
    int retries = backoff.retries();
    if (retries == Integer.MAX_VALUE) {
      return maxAttempts;
    }
    return attemptsNamed || !backoffNamed ? Math.min(maxAttempts, retries + 1) : retries + 1;
  }

  boolean namesMaxHint() {
    return maxHintNanos != NOT_SET;
  }

  private static long defaultMaxHint(Backoff backoff) {
    long cap = backoff.capNanos();
    return cap > Limits.NONE / HINT_CAPS ? Limits.NONE : cap * HINT_CAPS;
  }

  /** An empty list would mean the same as not calling the method, which is misleading. */
  private static void checkNamed(String setting, int classes) {
    if (classes == 0) {
      throw new IllegalArgumentException(setting + " must name at least 1 class, but named 0");
    }
  }

  private static long positive(String setting, @Nullable Duration value) {
    Objects.requireNonNull(value, setting);
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException(
          setting + " must be more than 0 s, but was " + DurationText.inWords(value));
    }
    return DurationText.saturatedNanos(value);
  }
}
