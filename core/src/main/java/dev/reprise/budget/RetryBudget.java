package dev.reprise.budget;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * Permits for retries, shared by all calls to one resource. The begin and end of every call are
 * reported to the budget. It is asked for a permit last, when every other condition allows another
 * attempt; if it refuses, the call ends. First attempts are never refused.
 *
 * <p>A driver reports, for each call:
 *
 * <pre>
 * call      = callStarted ( firstAttemptSucceeded | [ firstAttemptFailed ] { permit } callFinished )
 * permit    = tryAcquire (true) ... permitReturned
 * </pre>
 *
 * <p>A hedge needs a permit as a retry does. A call that hedges may hold several permits at a time,
 * the first of them before its first attempt has ended. If a hedge ends the call before the first
 * attempt has ended, the first attempt counts neither as success nor as failure.
 *
 * <table>
 *   <caption>The budgets of this library</caption>
 *   <tr><th></th><th>a retry needs</th><th>permits come from</th></tr>
 *   <tr><th>{@link #standard()}</th><td>5 of 100 tokens, and less than half of the calls failing</td><td>successes, slowly by idle time</td></tr>
 *   <tr><th>{@link #bucket}, {@link #aws()}</th><td>its cost in tokens</td><td>successes</td></tr>
 *   <tr><th>{@link #ratio}, {@link #finagle()}</th><td>recent calls, or the minimum</td><td>calls, time</td></tr>
 *   <tr><th>{@link #grpc}</th><td>more than half of the tokens</td><td>successes</td></tr>
 *   <tr><th>{@link #inFlight}, {@link #envoy()}</th><td>calls in progress, or the minimum</td><td>retries that end</td></tr>
 *   <tr><th>{@link #unlimited()}</th><td>nothing</td><td></td></tr>
 *   <tr><th>{@link #none()}</th><td>never granted</td><td></td></tr>
 * </table>
 *
 * <p>A budget is equal only to itself: all holders of the same budget share its permits. {@link
 * #newInstance()} copies the settings, and {@link #parse} reads what {@code toString} printed.
 *
 * <p>Implementations are safe for use by many threads, use no locks, allocate nothing and do not
 * throw. An exception from {@code tryAcquire} counts as a refusal; an exception from a different
 * method has no effect on the call. Both are logged once. Ticks are those of the call's {@link
 * dev.reprise.time.TickSource}, read shortly before; they may arrive slightly out of order. A
 * budget whose {@link #readsTicks()} is false may receive 0.
 */
public interface RetryBudget {

  /**
   * Returns true if this budget uses the time. If neither the budget nor another setting uses it,
   * calls do not read the clock.
   *
   * @return true if the tick arguments matter
   */
  boolean readsTicks();

  /**
   * A call begins its first attempt.
   *
   * @param nowNanos the current tick
   */
  void callStarted(long nowNanos);

  /**
   * The first attempt was accepted, which ends the call.
   *
   * @param nowNanos a tick of this call; the tick of its start if no later one was read
   */
  void firstAttemptSucceeded(long nowNanos);

  /**
   * The first attempt ended with a retryable outcome. Other failures are not reported.
   *
   * @param nowNanos the current tick
   */
  void firstAttemptFailed(long nowNanos);

  /**
   * Requests a permit for one more attempt.
   *
   * @param nowNanos the current tick
   * @return true if it may be made; then {@link #permitReturned} follows exactly once
   */
  boolean tryAcquire(long nowNanos);

  /**
   * Returns true if a retry with a price above 1 takes more from this budget than an ordinary one.
   * The {@linkplain dev.reprise.explain.PolicyExplanation explanation} of a policy warns of prices
   * that the budget ignores.
   *
   * @return false by default; true in a budget that implements {@link #tryAcquire(int, long)}
   */
  default boolean readsPrices() {
    return false;
  }

  /**
   * Requests a permit for one more attempt at a price. The price multiplies the usual cost of a
   * retry, for failures that shall cost more. A budget without prices, as by default, grants it as
   * one usual permit.
   *
   * @param price factor of the usual cost, at least 1; no permit is requested for a retry that
   *     costs nothing
   * @param nowNanos the current tick
   * @return true if it may be made; then {@link #permitReturned(int, boolean, long)} follows
   *     exactly once, with the same price
   */
  default boolean tryAcquire(int price, long nowNanos) {
    return tryAcquire(nowNanos);
  }

  /**
   * Same as {@link #permitReturned(boolean, long)} for an attempt with a price.
   *
   * @param price the price of the permit, at least 1
   * @param succeeded true if the attempt was accepted
   * @param nowNanos the current tick
   */
  default void permitReturned(int price, boolean succeeded, long nowNanos) {
    permitReturned(succeeded, nowNanos);
  }

  /**
   * An attempt with a permit has ended, or was cancelled before it began.
   *
   * @param succeeded true if the attempt was accepted
   * @param nowNanos the current tick
   */
  void permitReturned(boolean succeeded, long nowNanos);

  /**
   * A call whose first attempt was not accepted has ended.
   *
   * @param nowNanos the current tick
   */
  void callFinished(long nowNanos);

  /**
   * Creates a full budget of the same kind and settings that shares nothing with this one. {@code
   * Retry.on(key)} creates one for each key in this way.
   *
   * @return a new budget; a budget without state may return itself
   */
  RetryBudget newInstance();

  /**
   * Returns true if this budget is as full as a new one, so that a new one can replace it without
   * loss. Used to choose the key whose state is removed first.
   *
   * @param nowNanos the current tick
   * @return true if idle and full
   */
  boolean isFull(long nowNanos);

  /**
   * The unused share of this budget, for dashboards and alarms. Reading it changes nothing. The
   * value may be outdated when it is read.
   *
   * <table>
   *   <caption>Levels of the budgets of this library</caption>
   *   <tr><td>{@link #standard()}, {@link #bucket}</td><td>share of the tokens; 0 if they are too few for a retry, or if the breaker forbids retries</td></tr>
   *   <tr><td>{@link #ratio}</td><td>share of the retries allowed now that were not made</td></tr>
   *   <tr><td>{@link #grpc(int, double)}</td><td>share of the tokens above half</td></tr>
   *   <tr><td>{@link #inFlight}</td><td>share of the retries allowed at a time now that are not in
   *       progress</td></tr>
   *   <tr><td>{@link #unlimited()}, {@link #none()}</td><td>1, 0</td></tr>
   * </table>
   *
   * @param nowNanos the current tick
   * @return from 0, at which the next retry would be refused, to 1; empty, as by default, if the
   *     budget does not know its level
   */
  default OptionalDouble level(long nowNanos) {
    return OptionalDouble.empty();
  }

  /**
   * Number of retries in a row that a full budget grants.
   *
   * @return at least 0; {@link Long#MAX_VALUE} for no limit
   */
  long retriesWhenFull();

  /**
   * The default budget: a small bucket, and a breaker on retries only.
   *
   * <ul>
   *   <li>A bucket of 100 tokens, full at first. A retry takes 5. A success at the first attempt
   *       gives 1 back; a success after retries gives back the 5 of its last retry. A call that
   *       fails gives nothing back.
   *   <li>No retry while half or more of at least 20 first attempts in the last 10 s failed, so
   *       that during an outage only first attempts are made. First attempts are never refused:
   *       they show when the outage is over. The window advances in steps of about a second.
   *   <li>One token is added for every 10 s without a request for a retry, so that a daily job
   *       finds the bucket full. For 1,000 processes that is at most 20 retries a second, and none
   *       while their calls keep failing.
   * </ul>
   *
   * @return a new budget, full; it reads ticks
   */
  static RetryBudget standard() {
    return new StandardBudget();
  }

  /**
   * A budget without limit, for work that a rate limit and a deadline bound already.
   *
   * @return the one such budget; it has no state and reads no ticks
   */
  static RetryBudget unlimited() {
    return FixedBudget.UNLIMITED;
  }

  /**
   * A budget that refuses every retry.
   *
   * @return the one such budget; it has no state and reads no ticks
   */
  static RetryBudget none() {
    return FixedBudget.NONE;
  }

  /**
   * A bucket that only successes fill: a retry takes its cost, a success at the first attempt gives
   * 1 token back, and a success after retries gives the cost of its last retry back.
   *
   * <p>An empty bucket stays empty until a call succeeds; {@link #standard()} also refills by time.
   *
   * @param capacity tokens of a full bucket, at least 1; a new one is full
   * @param retryCost tokens that a retry takes, from 0 to the capacity; 0 grants every retry
   * @return a new budget; it reads no ticks
   * @throws IllegalArgumentException if {@code capacity} is below 1, or {@code retryCost} is below
   *     0 or above {@code capacity}
   */
  static RetryBudget bucket(int capacity, int retryCost) {
    return new BucketBudget(capacity, retryCost);
  }

  /**
   * The retry quota of the AWS SDKs' standard mode: {@code bucket(500, 5)}.
   *
   * <p>Some of the SDKs take 10 tokens after a timeout, and their defaults announced for the end of
   * 2026 take 14 for a retry that is not throttled. A budget does not know why an attempt failed,
   * so this one has the same cost for all retries.
   *
   * @return a new budget; it reads no ticks
   */
  static RetryBudget aws() {
    return bucket(BucketBudget.AWS_CAPACITY, BucketBudget.AWS_RETRY_COST);
  }

  /**
   * Limits retries to a share of the recent calls, plus a minimum that is allowed even without
   * calls.
   *
   * <p>The minimum applies to each process: 100 processes with 10 a second may together send 1,000
   * retries a second, even if they make few calls.
   *
   * @param percent retries allowed for 100 calls, from 0 to 100,000; the result is rounded down to
   *     whole retries
   * @param minPerSecond additional retries a second, from 0 to a billion; exact on average; those
   *     of a whole ttl may be made at once
   * @param ttl time for which a call and a retry count, from 1 s to 60 s; exact to an eighth
   * @return a new budget; it reads ticks
   * @throws IllegalArgumentException if an argument is out of these bounds or not a number
   */
  static RetryBudget ratio(double percent, double minPerSecond, Duration ttl) {
    return new RatioBudget(percent, minPerSecond, ttl);
  }

  /**
   * The default of Finagle's {@code RetryBudget}: {@code ratio(20%, 10/s, ttl=10s)}.
   *
   * @return a new budget; it reads ticks
   */
  static RetryBudget finagle() {
    return ratio(
        RatioBudget.FINAGLE_PERCENT, RatioBudget.FINAGLE_MIN_PER_SECOND, RatioBudget.FINAGLE_TTL);
  }

  /**
   * gRPC's retry throttling, as proposal A6 describes it under "Throttling Retry Attempts and
   * Hedged RPCs": every failed attempt takes 1 token, every accepted one gives {@code tokenRatio}
   * back, and a retry is made only while more than half of {@code maxTokens} is available. The
   * retry itself costs no tokens.
   *
   * <p>An attempt that got a permit but was cancelled before it began counts as failed.
   *
   * @param maxTokens tokens at first and at most, from 1 to 1,000
   * @param tokenRatio tokens added for a success, from 0.001 to 1,000 with at most three decimal
   *     places
   * @return a new budget; it reads no ticks
   * @throws IllegalArgumentException if an argument is out of these bounds
   */
  static RetryBudget grpc(int maxTokens, double tokenRatio) {
    return new GrpcBudget(maxTokens, tokenRatio);
  }

  /**
   * gRPC's retry throttling with the values of its documentation: {@code grpc(10, 0.1)}.
   *
   * @return a new budget; it reads no ticks
   */
  static RetryBudget grpc() {
    return grpc(GrpcBudget.A6_MAX_TOKENS, GrpcBudget.A6_TOKEN_RATIO);
  }

  /**
   * Limits retries to a share of the calls in progress. A call is in progress from its first
   * attempt to its end, including its waits; a retry from its permit to its end.
   *
   * @param percent retries at a time for 100 calls in progress, from 0 to 100; the result is
   *     rounded down to whole retries
   * @param minRetries retries at a time that are always allowed, at least 0; for each process
   * @return a new budget; it reads no ticks
   * @throws IllegalArgumentException if an argument is out of these bounds or not a number
   */
  static RetryBudget inFlight(double percent, int minRetries) {
    return new InFlightBudget(percent, minRetries);
  }

  /**
   * The default of Envoy's {@code retry_budget}: {@code inFlight(20%, min=3)}.
   *
   * @return a new budget; it reads no ticks
   */
  static RetryBudget envoy() {
    return inFlight(InFlightBudget.ENVOY_PERCENT, InFlightBudget.ENVOY_MIN_RETRIES);
  }

  /**
   * Reads a budget from text: {@code standard}, {@code unlimited}, {@code none}, {@code bucket(500,
   * 5)}, {@code ratio(20%, 10/s, ttl=10s)}, {@code grpc(10, 0.1)}, {@code inFlight(20%, min=3)}, or
   * a preset's name: {@code aws}, {@code finagle}, {@code grpc}, {@code envoy}. The default of
   * {@code ttl} is 10 s and that of {@code min} is 3, as in the originals. {@code toString} of
   * every budget of this library returns a text that this method reads as a budget of the same kind
   * and settings.
   *
   * @param text the text; blanks before and after it are allowed
   * @return a new budget, full
   * @throws IllegalArgumentException if the text is not a budget or a setting is out of bounds; the
   *     message points at the character
   */
  static RetryBudget parse(String text) {
    return BudgetText.FORM.parse(text);
  }
}
