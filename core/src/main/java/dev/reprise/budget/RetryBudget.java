package dev.reprise.budget;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * Permits for retries, shared by all calls to one resource. A budget sees every call begin and end,
 * and is asked last, when all else speaks for another attempt: what it refuses ends the call. First
 * attempts are never refused.
 *
 * <p>What a driver tells, for each call:
 *
 * <pre>
 * call      = callStarted ( firstAttemptSucceeded | [ firstAttemptFailed ] { permit } callFinished )
 * permit    = tryAcquire (true) ... permitReturned
 * </pre>
 *
 * <p>Hedges are paid for as retries are. A call that hedges may hold several permits at a time, the
 * first of them before its first attempt is over; a first attempt that a hedge has overtaken
 * neither succeeded nor failed.
 *
 * <table>
 *   <caption>The budgets of this library</caption>
 *   <tr><th></th><th>a retry needs</th><th>and is paid for by</th></tr>
 *   <tr><th>{@link #standard()}</th><td>5 of 100 tokens, and less than half of the calls failing</td><td>successes, slowly by idle time</td></tr>
 *   <tr><th>{@link #bucket}, {@link #aws()}</th><td>its cost in tokens</td><td>successes</td></tr>
 *   <tr><th>{@link #ratio}, {@link #finagle()}</th><td>calls of the last while, or the floor</td><td>calls, time</td></tr>
 *   <tr><th>{@link #grpc}</th><td>more than half of the tokens</td><td>successes</td></tr>
 *   <tr><th>{@link #inFlight}, {@link #envoy()}</th><td>calls in progress, or the floor</td><td>retries that end</td></tr>
 *   <tr><th>{@link #unlimited()}</th><td>nothing</td><td></td></tr>
 *   <tr><th>{@link #none()}</th><td>cannot be had</td><td></td></tr>
 * </table>
 *
 * <p>A budget is equal to itself alone: who holds the same one shares its permits. {@link
 * #newInstance()} copies the settings, and {@link #parse} reads what {@code toString} printed.
 *
 * <p>Implementations are safe for use by many threads, lock-free, allocate nothing, and do not
 * throw: one that throws when it is asked has refused the retry, what else it throws changes no
 * call, and both are logged once. Ticks are those of the call's {@link
 * dev.reprise.time.TickSource}, read shortly before; they may arrive slightly out of order. A
 * budget whose {@link #readsTicks()} is false may be given 0.
 */
public interface RetryBudget {

  /**
   * Whether this budget looks at the time. Where it does not, and nothing else does, calls need not
   * read the clock.
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
   * The first attempt was accepted, and with it the call is over.
   *
   * @param nowNanos a tick of this call, the start's where no later one was read
   */
  void firstAttemptSucceeded(long nowNanos);

  /**
   * The first attempt ended in a way that asks for a retry. Failures that are not retryable are not
   * told.
   *
   * @param nowNanos the current tick
   */
  void firstAttemptFailed(long nowNanos);

  /**
   * Asks for one more attempt.
   *
   * @param nowNanos the current tick
   * @return true if it may be made; then {@link #permitReturned} follows exactly once
   */
  boolean tryAcquire(long nowNanos);

  /**
   * Asks for one more attempt at a price: as many times what a retry costs otherwise, for failures
   * that are to cost more. Budgets that have no prices, as by default, give one permit for it.
   *
   * @param price from 1; a retry that costs nothing is not asked for
   * @param nowNanos the current tick
   * @return true if it may be made; then {@link #permitReturned(int, boolean, long)} follows
   *     exactly once, with the same price
   */
  default boolean tryAcquire(int price, long nowNanos) {
    return tryAcquire(nowNanos);
  }

  /**
   * As {@link #permitReturned(boolean, long)}, for what was paid for at a price.
   *
   * @param price what was paid
   * @param succeeded whether it was accepted
   * @param nowNanos the current tick
   */
  default void permitReturned(int price, boolean succeeded, long nowNanos) {
    permitReturned(succeeded, nowNanos);
  }

  /**
   * An attempt that was paid for is over, or was given up before it began.
   *
   * @param succeeded whether it was accepted
   * @param nowNanos the current tick
   */
  void permitReturned(boolean succeeded, long nowNanos);

  /**
   * A call whose first attempt was not accepted is over.
   *
   * @param nowNanos the current tick
   */
  void callFinished(long nowNanos);

  /**
   * A budget of the same kind and settings, full, that shares nothing with this one: what {@code
   * Retry.on(key)} gives each key.
   *
   * @return a new budget; stateless ones may answer with themselves
   */
  RetryBudget newInstance();

  /**
   * Whether nothing would be lost by forgetting this budget: it is as full as a fresh one. Used to
   * choose which key goes first.
   *
   * @param nowNanos the current tick
   * @return true if idle and full
   */
  boolean isFull(long nowNanos);

  /**
   * How much of this budget is left, for dashboards and alarms. Reading it changes nothing, and by
   * the time it is read it may be outdated.
   *
   * <table>
   *   <caption>Levels of the budgets in here</caption>
   *   <tr><td>{@link #standard()}, {@link #bucket}</td><td>share of the tokens; 0 if they do not pay
   *       for a retry, or a breaker forbids all</td></tr>
   *   <tr><td>{@link #ratio}</td><td>share of the retries allowed now that were not made</td></tr>
   *   <tr><td>{@link #grpc(int, double)}</td><td>share of the tokens above half</td></tr>
   *   <tr><td>{@link #inFlight}</td><td>share of the retries allowed at a time now that are not in
   *       progress</td></tr>
   *   <tr><td>{@link #unlimited()}, {@link #none()}</td><td>1, 0</td></tr>
   * </table>
   *
   * @param nowNanos the current tick
   * @return from 0, where the next retry would be refused, to 1; empty, as by default, for a budget
   *     that does not know
   */
  default OptionalDouble level(long nowNanos) {
    return OptionalDouble.empty();
  }

  /**
   * How many retries in a row a full budget pays for.
   *
   * @return at least 0; {@link Long#MAX_VALUE} for no limit
   */
  long retriesWhenFull();

  /**
   * The budget that every retry has unless it is given another: a small bucket, and a breaker on
   * retries only.
   *
   * <ul>
   *   <li>A bucket of 100 tokens, full at first. A retry takes 5. A first-try success gives 1 back,
   *       a success after retries the 5 of its last retry. What a call in vain has taken stays
   *       taken.
   *   <li>No retry while half or more of at least 20 first attempts in the last 10 s failed, so
   *       that an outage is met with first attempts alone. First attempts are never held back: they
   *       are what tells that the outage is over. The window turns in steps of about a second.
   *   <li>A token comes back for every 10 s in which no retry was asked for, so that a daily job
   *       finds the bucket full. From 1,000 processes that is at most 20 retries a second, and none
   *       while their calls keep failing.
   * </ul>
   *
   * @return a new budget, full; it reads ticks
   */
  static RetryBudget standard() {
    return new StandardBudget();
  }

  /**
   * No limit. For work that is bounded in another way, by pacing and a deadline.
   *
   * @return the one such budget; it has no state and reads no ticks
   */
  static RetryBudget unlimited() {
    return FixedBudget.UNLIMITED;
  }

  /**
   * No retries at all, whatever the policy says.
   *
   * @return the one such budget; it has no state and reads no ticks
   */
  static RetryBudget none() {
    return FixedBudget.NONE;
  }

  /**
   * A bucket that only successes fill: a retry takes its cost, a first-try success gives 1 token
   * back, a success after retries gives the cost of its last retry back.
   *
   * <p>An empty bucket that sees no success stays empty for ever; {@link #standard()} does not.
   *
   * @param capacity tokens of a full bucket, at least 1; a new one is full
   * @param retryCost tokens that a retry takes, from 0, for which every retry is granted, to the
   *     capacity
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
   * 2026 take 14 for a retry that is not throttled. A budget is not told why an attempt failed, so
   * one cost serves all.
   *
   * @return a new budget; it reads no ticks
   */
  static RetryBudget aws() {
    return bucket(BucketBudget.AWS_CAPACITY, BucketBudget.AWS_RETRY_COST);
  }

  /**
   * Retries as a share of the calls of the last while, and a number on top that every window has
   * even without calls.
   *
   * <p>That number is a floor per process: 100 processes with 10 a second may send 1,000 retries a
   * second between them, however few calls they make.
   *
   * @param percent retries that 100 calls pay for, from 0 to 100,000; whole retries only
   * @param minPerSecond retries a second on top, from 0 to a billion; exact over time, and at once
   *     as many as come together in the ttl
   * @param ttl how long a call pays and a retry is held against it, from 1 s to 60 s; kept to an
   *     eighth
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
   * back, and a retry is made only while more than half of {@code maxTokens} is there. It costs
   * nothing by itself.
   *
   * <p>An attempt that was granted and then given up before it began counts as failed.
   *
   * @param maxTokens tokens at first and at most, from 1 to 1,000
   * @param tokenRatio tokens for a success, from 0.001 to 1,000 with at most three decimal places
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
   * Retries as a share of the calls in progress. A call is in progress from its first attempt to
   * its end, the waits included; a retry from its permit to its end.
   *
   * @param percent retries at a time that 100 calls in progress may have, from 0 to 100; whole
   *     retries only
   * @param minRetries retries at a time that may always be made, at least 0; a floor per process
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
   * a preset's name: {@code aws}, {@code finagle}, {@code grpc}, {@code envoy}. Left out, {@code
   * ttl} is 10 s and {@code min} is 3, as in the originals. Every budget of this library prints as
   * a text that reads back as one of the same kind and settings.
   *
   * @param text the text, blanks around it allowed
   * @return a new budget, full
   * @throws IllegalArgumentException if the text is anything else or a setting is out of bounds;
   *     the message points at the character
   */
  static RetryBudget parse(String text) {
    return BudgetText.parse(text);
  }
}
