package dev.reprise.state;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.View;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * State of a called resource between calls: its budget, the number of calls that are retrying, the
 * latency of attempts. Shared by all copies of a {@link Retry} that call the resource; safe for use
 * by any thread.
 *
 * <p><b>For drivers</b>, in this library and outside of it: a driver reports the steps of a call
 * here, in this order, and nowhere else. This class decides which of them it reports to the budget,
 * and when. A budget that throws has no effect on the call.
 *
 * <pre>
 * call    = callStarted ( firstAttemptAccepted | retried )
 * retried = retryingStarted [ firstAttemptEnded ] { permit } ( callFinished | firstAttemptWon )
 * permit  = tryAcquire (true) ... ( paidAttemptEnded | permitUnused )
 * </pre>
 *
 * <p>Only calls that hedge hold several permits at the same time, or one before {@code
 * firstAttemptEnded}. These methods allocate nothing and throw nothing.
 */
public final class RetryState {

  private static final int LATENCY_WEIGHT = 8;

  private final RetryBudget budget;
  private final RetryBudget permits;
  private final AtomicInteger retrying = new AtomicInteger();
  private final LatencyWindow latencies = new LatencyWindow();
  private final AtomicReference<@Nullable Pause> pause = new AtomicReference<>();
  private volatile long latencyNanos;

  /** A pause until a tick that a server asked for in a successful response. */
  private record Pause(long endNanos) {}

  RetryState(RetryBudget budget) {
    this.budget = budget;
    permits = GuardedBudget.of(budget);
  }

  /**
   * Creates a state for a driver outside of this library, such as a simulator.
   *
   * @param budget the budget for retries
   * @return a state without data
   */
  public static RetryState of(RetryBudget budget) {
    return new RetryState(Objects.requireNonNull(budget, "budget"));
  }

  /**
   * The budget for retries.
   *
   * @return the budget
   */
  public RetryBudget budget() {
    return budget;
  }

  /**
   * The level of the budget. If the budget throws, it counts as unknown.
   *
   * @param nowNanos the current tick
   * @return as {@link RetryBudget#level}
   */
  public OptionalDouble budgetLevel(long nowNanos) {
    return permits.level(nowNanos);
  }

  /** The budget for drivers, which does not throw. */
  RetryBudget permits() {
    return permits;
  }

  /**
   * Creates a snapshot for decisions.
   *
   * @return the average latency of attempts of calls that retried; the number of calls now
   *     retrying; recent latencies if a policy hedges by them
   */
  public View view() {
    return new View(latencyNanos, Math.max(0, retrying.get()), latencies.snapshot());
  }

  /**
   * Creates a snapshot that counts the current call as retrying, for the decision on its first
   * attempt.
   *
   * @return as {@link #view()}, with one more call retrying
   */
  public View viewIncludingCaller() {
    return new View(latencyNanos, Math.max(0, retrying.get()) + 1, latencies.snapshot());
  }

  /**
   * Reports that a call begins its first attempt, or a pause before it.
   *
   * @param nowNanos the current tick
   */
  public void callStarted(long nowNanos) {
    permits.callStarted(nowNanos);
  }

  /**
   * Reports that a call ended because its first attempt was accepted, before it began to retry.
   *
   * @param nowNanos a tick of this call; the tick of its start if no later one was read
   */
  public void firstAttemptAccepted(long nowNanos) {
    permits.firstAttemptSucceeded(nowNanos);
  }

  /**
   * Reports that a call begins to retry: its first attempt was not accepted, is about to be hedged,
   * was cancelled, or could not be started. Reported once for each call, after the decision on that
   * attempt.
   */
  public void retryingStarted() {
    retrying.incrementAndGet();
  }

  /**
   * Reports the end of the first attempt of a call that retries.
   *
   * @param retryable true if its outcome is retryable, even if no retry follows
   * @param durationNanos duration of the attempt, in nanoseconds; 0 if it was not measured
   * @param nowNanos the current tick
   */
  public void firstAttemptEnded(boolean retryable, long durationNanos, long nowNanos) {
    updateAverage(durationNanos);
    if (retryable) {
      permits.firstAttemptFailed(nowNanos);
    }
  }

  /**
   * Requests a permit for one more attempt, including hedges. Called last, when all other
   * conditions allow the attempt.
   *
   * @param nowNanos the current tick
   * @return true if it may be made; then {@link #paidAttemptEnded} or {@link #permitUnused} follows
   */
  public boolean tryAcquire(long nowNanos) {
    return permits.tryAcquire(nowNanos);
  }

  /**
   * Same as {@link #tryAcquire(long)}, with a price. A price of 0 is always granted and not
   * reported to the budget.
   *
   * @param price {@link dev.reprise.classify.Verdict#price()} of the last failure; at least 0
   * @param nowNanos the current tick
   * @return true if it may be made; the calls that follow must have the same price
   */
  public boolean tryAcquire(int price, long nowNanos) {
    return switch (price) {
      case 0 -> true;
      case 1 -> permits.tryAcquire(nowNanos);
      default -> permits.tryAcquire(price, nowNanos);
    };
  }

  /**
   * Reports the end of an attempt with a permit.
   *
   * @param accepted true if its outcome was accepted
   * @param durationNanos duration of the attempt, in nanoseconds; 0 if it was not measured
   * @param nowNanos the current tick
   */
  public void paidAttemptEnded(boolean accepted, long durationNanos, long nowNanos) {
    paidAttemptEnded(1, accepted, durationNanos, nowNanos);
  }

  /**
   * Same as {@link #paidAttemptEnded(boolean, long, long)}, with a price.
   *
   * @param price the price given to {@link #tryAcquire(int, long)}, at least 0
   * @param accepted true if its outcome was accepted
   * @param durationNanos duration of the attempt, in nanoseconds; 0 if it was not measured
   * @param nowNanos the current tick
   */
  public void paidAttemptEnded(int price, boolean accepted, long durationNanos, long nowNanos) {
    updateAverage(durationNanos);
    returned(price, accepted, nowNanos);
  }

  private void returned(int price, boolean accepted, long nowNanos) {
    if (price == 1) {
      permits.permitReturned(accepted, nowNanos);
    } else if (price > 1) {
      permits.permitReturned(price, accepted, nowNanos);
    }
  }

  /**
   * Reports that an attempt with a permit is not made.
   *
   * @param nowNanos the current tick
   */
  public void permitUnused(long nowNanos) {
    permits.permitReturned(false, nowNanos);
  }

  /**
   * Same as {@link #permitUnused(long)}, with a price.
   *
   * @param price the price given to {@link #tryAcquire(int, long)}, at least 0
   * @param nowNanos the current tick
   */
  public void permitUnused(int price, long nowNanos) {
    returned(price, false, nowNanos);
  }

  /**
   * Reports the end of a call that retried, with success or not.
   *
   * @param nowNanos the current tick
   */
  public void callFinished(long nowNanos) {
    retrying.decrementAndGet();
    permits.callFinished(nowNanos);
  }

  /**
   * Reports the end of a call that counted as retrying because a hedge was due, but whose first
   * attempt was then accepted.
   *
   * @param nowNanos the current tick
   */
  public void firstAttemptWon(long nowNanos) {
    retrying.decrementAndGet();
    permits.firstAttemptSucceeded(nowNanos);
  }

  /** Returns true if no call retries. */
  boolean isIdle() {
    return retrying.get() == 0;
  }

  /** Returns true if a new state could replace this one without loss, except for its latencies. */
  boolean isReplaceable(long nowNanos) {
    return isIdle() && remainingPauseNanos(nowNanos) == 0 && permits.isFull(nowNanos);
  }

  /**
   * Records the latency of the first attempt of a round, which succeeded, or was cancelled because
   * a hedge succeeded.
   *
   * @param nanos duration of the attempt so far, in nanoseconds
   */
  public void recordLatency(long nanos) {
    latencies.add(nanos);
  }

  /**
   * Records a pause that a server asked for in a successful response. Of several pauses, the one
   * that ends last applies.
   *
   * @param nanos length of the pause, in nanoseconds; 0 for none
   * @param nowNanos the current tick
   */
  public void pause(long nanos, long nowNanos) {
    if (nanos <= 0) {
      return;
    }
    Pause asked = new Pause(nowNanos + nanos);
    pause.accumulateAndGet(
        asked,
        (known, more) -> known == null || known.endNanos() - nowNanos < nanos ? more : known);
  }

  /**
   * Time that a call which begins now should wait because a server asked for a pause.
   *
   * @param nowNanos the current tick
   * @return nanoseconds; 0 for no wait
   */
  public long remainingPauseNanos(long nowNanos) {
    Pause known = pause.get();
    return known == null ? 0 : Math.max(0, known.endNanos() - nowNanos);
  }

  /** A lost update between threads loses one sample of an average. */
  private void updateAverage(long nanos) {
    if (nanos == 0) {
      return;
    }
    long average = latencyNanos;
    latencyNanos = average == 0 ? nanos : average + (nanos - average) / LATENCY_WEIGHT;
  }
}
