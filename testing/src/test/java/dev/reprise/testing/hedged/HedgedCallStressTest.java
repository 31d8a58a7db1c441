package dev.reprise.testing.hedged;

import static dev.reprise.testing.hedged.HedgedPool.atOnce;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.budget.RetryBudget;
import dev.reprise.function.Attempt;
import dev.reprise.hedge.Hedge;
import dev.reprise.testing.call.RetentionTest;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests many concurrent hedged calls on real threads: each one ends, and nothing is left behind.
 */
class HedgedCallStressTest {

  private static final int CALLS = 4_000;
  private static final int PROOF_CALLS = 100_000;
  private static final int CALLERS = 4;
  private static final int LONGEST_SPIN = 2_000;

  private final CountingBudget budget = new CountingBudget();
  private final AtomicInteger mostInFlight = new AtomicInteger();
  private final Retry retry =
      Retry.of(
              atOnce()
                  .maxAttempts(4)
                  .hedge(Hedge.after(Duration.ofNanos(20_000)).maxInFlight(3))
                  .build())
          .withBudget(budget);

  @Test
  void none_of_four_thousand_calls_is_lost() throws Exception {
    stress(CALLS);
  }

  @Test
  @Tag("proof")
  void none_of_a_hundred_thousand_calls_is_lost() throws Exception {
    stress(PROOF_CALLS);
  }

  private void stress(int calls) throws Exception {
    AtomicInteger ended = new AtomicInteger();
    HedgedPool pool = new HedgedPool(8);
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      int seed = i;
      callers.add(new Thread(() -> ended.addAndGet(calls(seed, calls / CALLERS, pool))));
    }
    callers.forEach(Thread::start);
    for (Thread caller : callers) {
      caller.join();
    }
    pool.close();
    assertThat(ended).hasValue(calls);
    assertThat(mostInFlight.get()).isBetween(2, 3);
    assertThat(pool.endedWithFlag()).isZero();
    assertThat(retry.state().view().retrying()).isZero();
    budget.assertSettled(calls);
  }

  private int calls(int seed, int calls, HedgedPool pool) {
    SplittableRandom random = new SplittableRandom(seed);
    Retry onPool = retry.withExecutor(pool);
    int ended = 0;
    for (int i = 0; i < calls; i++) {
      AtomicInteger inFlight = new AtomicInteger();
      switch (random.nextInt(3)) {
        case 0 -> ended += check(onPool.executeWith(attempt -> answer(attempt, inFlight)));
        case 1 ->
            ended +=
                check(retry.executeAsyncWith(attempt -> answer(attempt, inFlight), pool).join());
        default ->
            ended +=
                check(
                    onPool
                        .executeAsyncWith(
                            attempt ->
                                CompletableFuture.supplyAsync(() -> answer(attempt, inFlight)))
                        .join());
      }
    }
    return ended;
  }

  private static int check(RetryResult<Integer> result) {
    assertThat(result.attempts()).isBetween(1, 4);
    return result.failure() == null || result.failure() instanceof Busy ? 1 : 0;
  }

  /**
   * Works for a random time; one in four attempts fails. A cancelled loser may continue to work.
   */
  private int answer(Attempt attempt, AtomicInteger inFlight) {
    mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
    try {
      for (int spins = ThreadLocalRandom.current().nextInt(LONGEST_SPIN); spins > 0; spins--) {
        Thread.onSpinWait();
      }
    } finally {
      inFlight.decrementAndGet();
    }
    if (ThreadLocalRandom.current().nextInt(4) == 0) {
      throw new Busy();
    }
    return attempt.number();
  }

  private static final class Busy extends RuntimeException {

    private static final long serialVersionUID = 1;

    Busy() {
      super("busy", null, false, false);
    }
  }

  /** Counts granted and returned permits. */
  private static final class CountingBudget implements RetryBudget {

    private final AtomicLong granted = new AtomicLong();
    private final AtomicLong back = new AtomicLong();
    private final AtomicLong started = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();

    void assertSettled(long calls) {
      assertThat(back.get()).as("permits returned").isEqualTo(granted.get());
      assertThat(started.get()).as("calls started").isEqualTo(calls);
      assertThat(ended.get()).as("calls ended").isEqualTo(calls);
    }

    @Override
    public boolean readsTicks() {
      return false;
    }

    @Override
    public void callStarted(long nowNanos) {
      started.incrementAndGet();
    }

    @Override
    public void firstAttemptSucceeded(long nowNanos) {
      ended.incrementAndGet();
    }

    @Override
    public void firstAttemptFailed(long nowNanos) {}

    @Override
    public boolean tryAcquire(long nowNanos) {
      granted.incrementAndGet();
      return true;
    }

    @Override
    public void permitReturned(boolean succeeded, long nowNanos) {
      back.incrementAndGet();
    }

    @Override
    public void callFinished(long nowNanos) {
      ended.incrementAndGet();
    }

    @Override
    public RetryBudget newInstance() {
      return new CountingBudget();
    }

    @Override
    public boolean isFull(long nowNanos) {
      return true;
    }

    @Override
    public long retriesWhenFull() {
      return Long.MAX_VALUE;
    }
  }

  /** Uses the library's own timer, which outlives the calls. */
  @Test
  @DisplayName("trap 28: nothing of a hedged call stays reachable")
  void nothing_of_a_hedged_call_stays_reachable() throws Exception {
    Retry late =
        Retry.of(
            atOnce().within(Duration.ofDays(9)).hedge(Hedge.after(Duration.ofDays(1))).build());
    List<WeakReference<?>> remains = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      remains.addAll(remainsOf(late));
      remains.addAll(remainsOf(retry));
    }
    try (HedgedPool pool = new HedgedPool(2)) {
      remains.addAll(remainsOfBlocking(retry.withExecutor(pool)));
    }
    RetentionTest.assertGone(remains);
    assertThat(late.state().view().retrying()).isZero();
  }

  private static List<WeakReference<?>> remainsOf(Retry retry) {
    Object payload = new byte[1_000];
    List<CompletableFuture<Object>> stages = new ArrayList<>();
    CompletableFuture<Object> cancelled = begin(retry, payload, stages);
    CompletableFuture<Object> answered = begin(retry, payload, stages);
    cancelled.cancel(true);
    synchronized (stages) {
      stages.forEach(stage -> stage.complete(payload));
    }
    answered.join();
    return List.of(
        new WeakReference<>(payload),
        new WeakReference<>(cancelled),
        new WeakReference<>(answered),
        new WeakReference<>(stages));
  }

  private static CompletableFuture<Object> begin(
      Retry retry, Object payload, List<CompletableFuture<Object>> stages) {
    return retry.callAsync(
        () -> {
          assertThat(payload).isNotNull();
          CompletableFuture<Object> stage = new CompletableFuture<>();
          synchronized (stages) {
            stages.add(stage);
          }
          return stage.orTimeout(30, TimeUnit.SECONDS);
        });
  }

  private static List<WeakReference<?>> remainsOfBlocking(Retry retry) {
    Object payload = new byte[1_000];
    Object result = retry.callWith(attempt -> List.of(payload, attempt));
    return List.of(new WeakReference<>(payload), new WeakReference<>(result));
  }
}
