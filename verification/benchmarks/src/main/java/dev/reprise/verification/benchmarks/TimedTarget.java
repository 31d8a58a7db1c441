package dev.reprise.verification.benchmarks;

import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A service that completes each answer by a timer, and cancels the timer when the caller cancels
 * the answer. The latency of an attempt depends only on the numbers of its call and of the attempt.
 * Of the first attempts, exactly one in each hundred is slow; a later attempt is slow with the same
 * probability.
 */
final class TimedTarget implements AutoCloseable {

  private static final long SEED = 0xD1342543DE82EF95L;
  private static final int SLOW_ONE_IN = 100;
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
  private volatile boolean allSlow;

  TimedTarget() {
    timer.setRemoveOnCancelPolicy(true);
  }

  /** Makes all later attempts slow. */
  void becomeSlow() {
    allSlow = true;
  }

  CompletableFuture<String> answer(int call, int attempt) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    long nanos = latencyNanos(call, attempt);
    Future<?> timed = timer.schedule(() -> answer.complete("page"), nanos, TimeUnit.NANOSECONDS);
    CompletableFuture<?> unused = answer.whenComplete((page, failure) -> timed.cancel(false));
    return answer;
  }

  private long latencyNanos(int call, int attempt) {
    SplittableRandom random = new SplittableRandom(SEED * (call * 31L + attempt));
    boolean slow =
        allSlow
            || (attempt == 1
                ? call % SLOW_ONE_IN == slowOneOf(call / SLOW_ONE_IN)
                : random.nextInt(SLOW_ONE_IN) == 0);
    return slow ? random.nextLong(50 * MILLI, 150 * MILLI) : random.nextLong(1 * MILLI, 2 * MILLI);
  }

  private static int slowOneOf(int hundred) {
    return new SplittableRandom(SEED * ~hundred).nextInt(SLOW_ONE_IN);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
