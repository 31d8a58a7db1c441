package dev.reprise.state;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.View;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered about a called resource between calls: its budget, how many callers are
 * retrying, how long attempts take. Shared by all copies of a {@link Retry} that call the resource;
 * safe for use by any thread.
 *
 * <p><b>For drivers</b>, within this library and outside of it: the settlement of a call. Whoever
 * drives a call reports its course here, in this order, and nowhere else; what of it the budget
 * gets to know, and when, is decided here. A budget that throws changes no call.
 *
 * <pre>
 * call    = callStarted ( firstAttemptAccepted | retried )
 * retried = retryingStarted [ firstAttemptEnded ] { permit } ( callFinished | firstAttemptWon )
 * permit  = tryAcquire (true) ... ( paidAttemptEnded | permitUnused )
 * </pre>
 *
 * <p>Only calls that hedge hold several permits at a time, or one before {@code firstAttemptEnded}.
 * These methods allocate nothing and throw nothing.
 */
public final class RetryState {

  private static final int LATENCY_WEIGHT = 8;

  private final RetryBudget budget;
  private final RetryBudget permits;
  private final AtomicInteger retrying = new AtomicInteger();
  private final LatencyWindow latencies = new LatencyWindow();
  private final AtomicReference<@Nullable Pause> pause = new AtomicReference<>();
  private volatile long latencyNanos;

  /** A server that succeeded asked to be left alone until a tick. */
  private record Pause(long endNanos) {}

  RetryState(RetryBudget budget) {
    this.budget = budget;
    permits = GuardedBudget.of(budget);
  }

  /**
   * A state for a driver outside of this library, such as a simulator.
   *
   * @param budget the permits for retries
   * @return a state that knows nothing yet
   */
  public static RetryState of(RetryBudget budget) {
    return new RetryState(Objects.requireNonNull(budget, "budget"));
  }

  /**
   * The permits for retries.
   *
   * @return the budget
   */
  public RetryBudget budget() {
    return budget;
  }

  /** The budget as drivers use it: one that does not throw. */
  RetryBudget permits() {
    return permits;
  }

  /**
   * A snapshot for decisions.
   *
   * @return latency of attempts, as far as failed calls showed it; callers now retrying; recent
   *     latencies where a policy hedges by them
   */
  public View view() {
    return new View(latencyNanos, Math.max(0, retrying.get()), latencies.snapshot());
  }

  /**
   * What a caller sees that is about to join those who retry: for the decision on a first attempt.
   *
   * @return as {@link #view()}, one more retrying
   */
  public View viewIncludingCaller() {
    return new View(latencyNanos, Math.max(0, retrying.get()) + 1, latencies.snapshot());
  }

  /**
   * A call begins its first attempt, or a pause before it.
   *
   * @param nowNanos the current tick
   */
  public void callStarted(long nowNanos) {
    permits.callStarted(nowNanos);
  }

  /**
   * The first attempt was accepted before anything else was reported of its call, which is over.
   *
   * @param nowNanos a tick of this call, that of its start where no later one was read
   */
  public void firstAttemptAccepted(long nowNanos) {
    permits.firstAttemptSucceeded(nowNanos);
  }

  /**
   * A call joins those that retry: its first attempt was not accepted, is about to be hedged, was
   * called off, or could not be made. Reported once a call, after the decision on that attempt.
   */
  public void retryingStarted() {
    retrying.incrementAndGet();
  }

  /**
   * The first attempt of a call that retries is over.
   *
   * @param retryable whether its outcome asks for another attempt, even if none will be made
   * @param durationNanos how long it took, in nanoseconds; 0 if nobody measured it
   * @param nowNanos the current tick
   */
  public void firstAttemptEnded(boolean retryable, long durationNanos, long nowNanos) {
    updateAverage(durationNanos);
    if (retryable) {
      permits.firstAttemptFailed(nowNanos);
    }
  }

  /**
   * Asks for a permit for one more attempt, a hedge included: last, when everything else allows the
   * attempt.
   *
   * @param nowNanos the current tick
   * @return true if it may be made; then {@link #paidAttemptEnded} or {@link #permitUnused} follows
   */
  public boolean tryAcquire(long nowNanos) {
    return permits.tryAcquire(nowNanos);
  }

  /**
   * As {@link #tryAcquire(long)}, at a price. What costs nothing is granted, and the budget knows
   * nothing of it.
   *
   * @param price {@link dev.reprise.classify.Verdict#price()} of the failure before; at least 0
   * @param nowNanos the current tick
   * @return true if it may be made; the methods that follow are told the same price
   */
  public boolean tryAcquire(int price, long nowNanos) {
    return switch (price) {
      case 0 -> true;
      case 1 -> permits.tryAcquire(nowNanos);
      default -> permits.tryAcquire(price, nowNanos);
    };
  }

  /**
   * An attempt with a permit is over.
   *
   * @param accepted whether its outcome was accepted
   * @param durationNanos how long it took, in nanoseconds; 0 if nobody measured it
   * @param nowNanos the current tick
   */
  public void paidAttemptEnded(boolean accepted, long durationNanos, long nowNanos) {
    paidAttemptEnded(1, accepted, durationNanos, nowNanos);
  }

  /**
   * As {@link #paidAttemptEnded(boolean, long, long)}, for one with a price.
   *
   * @param price what {@link #tryAcquire(int, long)} was told
   * @param accepted whether its outcome was accepted
   * @param durationNanos how long it took, in nanoseconds; 0 if nobody measured it
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
   * An attempt for which there was a permit is not made.
   *
   * @param nowNanos the current tick
   */
  public void permitUnused(long nowNanos) {
    permits.permitReturned(false, nowNanos);
  }

  /**
   * As {@link #permitUnused(long)}, for one with a price.
   *
   * @param price what {@link #tryAcquire(int, long)} was told
   * @param nowNanos the current tick
   */
  public void permitUnused(int price, long nowNanos) {
    returned(price, false, nowNanos);
  }

  /**
   * A call that retried is over, whatever its end.
   *
   * @param nowNanos the current tick
   */
  public void callFinished(long nowNanos) {
    retrying.decrementAndGet();
    permits.callFinished(nowNanos);
  }

  /**
   * A call that had joined those that retry, for a hedge was due, is over since its first attempt
   * was accepted after all.
   *
   * @param nowNanos the current tick
   */
  public void firstAttemptWon(long nowNanos) {
    retrying.decrementAndGet();
    permits.firstAttemptSucceeded(nowNanos);
  }

  /** Whether no call retries. */
  boolean isIdle() {
    return retrying.get() == 0;
  }

  /** Whether a new state would do as well, but for what it knows of latencies. */
  boolean isSpare(long nowNanos) {
    return isIdle() && remainingPauseNanos(nowNanos) == 0 && permits.isFull(nowNanos);
  }

  /**
   * An attempt that opened its round succeeded, or was left behind by a hedge that did.
   *
   * @param nanos how long it took so far, in nanoseconds
   */
  public void recordLatency(long nanos) {
    latencies.add(nanos);
  }

  /**
   * A server that succeeded asked to be left alone. Of several such pauses the one that ends last
   * holds.
   *
   * @param nanos for how long, in nanoseconds; 0 for not at all
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
   * How long a call that begins now should wait because a server asked for it.
   *
   * @param nowNanos the current tick
   * @return nanoseconds; 0 for not at all
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
