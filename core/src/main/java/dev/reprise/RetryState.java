package dev.reprise;

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
   * A state for a driver outside of this library, such as a simulator, which tells it what the
   * drivers in here tell theirs.
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
  public View viewWithOneMore() {
    return new View(latencyNanos, Math.max(0, retrying.get()) + 1, latencies.snapshot());
  }

  /** A caller's first attempt was not accepted: told once a call, after the decision. */
  public void retryingBegins() {
    retrying.incrementAndGet();
  }

  /** A call that began to retry is over. */
  public void retryingEnds() {
    retrying.decrementAndGet();
  }

  boolean isIdle() {
    return retrying.get() == 0;
  }

  /** An attempt that opened its round succeeded, or was left behind by a hedge that did. */
  void answered(long nanos) {
    latencies.add(nanos);
  }

  /** The later of two ends holds. */
  void pause(long nanos, long nowNanos) {
    if (nanos <= 0) {
      return;
    }
    Pause asked = new Pause(nowNanos + nanos);
    pause.accumulateAndGet(
        asked,
        (known, more) -> known == null || known.endNanos() - nowNanos < nanos ? more : known);
  }

  /** How long a call that begins now should wait, in nanoseconds; 0 for not at all. */
  long pauseLeft(long nowNanos) {
    Pause known = pause.get();
    return known == null ? 0 : Math.max(0, known.endNanos() - nowNanos);
  }

  /**
   * An attempt of a call that retries is over: told after the decision on it. A lost update between
   * threads loses one sample of an average.
   *
   * @param nanos how long it took, in nanoseconds, at least 0; 0 if nobody measured it
   */
  public void attemptTook(long nanos) {
    if (nanos == 0) {
      return;
    }
    long average = latencyNanos;
    latencyNanos = average == 0 ? nanos : average + (nanos - average) / LATENCY_WEIGHT;
  }
}
