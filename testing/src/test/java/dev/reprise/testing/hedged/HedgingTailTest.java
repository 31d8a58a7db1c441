package dev.reprise.testing.hedged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Measures the benefit of hedging if one attempt in a hundred is slow, and its cost if all are, in
 * virtual time, so that results are reproducible. The benchmark of the same name measures real
 * time.
 */
class HedgingTailTest {

  private static final int CALLS = 20_000;
  private static final Duration APART = Duration.ofMillis(1);

  private final VirtualTime time = VirtualTime.seeded(1);
  private final SplittableRandom random = new SplittableRandom(5);
  private boolean allSlow;
  private long attempts;

  private CompletableFuture<String> attempt() {
    attempts++;
    boolean slow = allSlow || random.nextInt(100) == 0;
    long micros = slow ? random.nextLong(50_000, 150_000) : random.nextLong(1_000, 2_000);
    CompletableFuture<String> answer = new CompletableFuture<>();
    time.schedule(Duration.ofNanos(1_000 * micros), () -> answer.complete("page"));
    return answer;
  }

  /** Percentiles in milliseconds, and attempts for each call. */
  private record Tail(double p50, double p99, double p999, double load) {

    static Tail of(long[] nanos, long attempts) {
      long[] sorted = nanos.clone();
      Arrays.sort(sorted);
      return new Tail(
          at(sorted, 0.5), at(sorted, 0.99), at(sorted, 0.999), (double) attempts / nanos.length);
    }

    private static double at(long[] sorted, double share) {
      return sorted[(int) (share * sorted.length)] / 1e6;
    }
  }

  private Tail tail(Retry retry) {
    attempts = 0;
    List<CompletableFuture<Long>> calls = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      long begun = time.elapsed().toNanos();
      calls.add(retry.callAsync(this::attempt).thenApply(page -> time.elapsed().toNanos() - begun));
      time.advance(APART);
    }
    calls.forEach(time::await);
    return Tail.of(calls.stream().mapToLong(CompletableFuture::join).toArray(), attempts);
  }

  private Tail tail(Hedge hedge) {
    return tail(retry(hedge));
  }

  private Retry retry(Hedge hedge) {
    return Retry.of(policy().hedge(hedge).build()).withEnvironment(time);
  }

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder().idempotency(Idempotency.IDEMPOTENT);
  }

  @Test
  void without_a_hedge_the_slow_calls_are_the_tail() {
    Tail bare = tail(Retry.of(policy().build()).withEnvironment(time));
    assertThat(bare.p99()).isGreaterThan(50);
    assertThat(bare.p999()).isGreaterThan(130);
    assertThat(bare.load()).isEqualTo(1);
  }

  @Test
  void a_hedge_after_a_delay_bounds_the_tail_by_the_delay_and_one_latency() {
    Tail hedged = tail(Hedge.after(Duration.ofMillis(10)));
    assertThat(hedged.p50()).isLessThan(2);
    assertThat(hedged.p99()).isLessThan(12);
    assertThat(hedged.p999()).isLessThan(13);
    assertThat(hedged.load()).isBetween(1.005, 1.015);
  }

  @Test
  void a_hedge_at_a_percentile_measures_its_delay() {
    Tail hedged = tail(Hedge.atPercentile(95));
    assertThat(hedged.p99()).isLessThan(4);
    assertThat(hedged.p999()).isLessThan(6);
    assertThat(hedged.load()).isBetween(1.03, 1.07);
  }

  @Test
  void if_every_call_is_slow_the_budget_bounds_the_additional_load_of_a_fixed_delay() {
    allSlow = true;
    Tail unbounded =
        tail(retry(Hedge.after(Duration.ofMillis(10))).withBudget(RetryBudget.unlimited()));
    assertThat(unbounded.load()).isGreaterThan(1.9);
    assertThat(tail(Hedge.after(Duration.ofMillis(10))).load()).isLessThan(1.35);
  }

  @Test
  void if_every_call_becomes_slow_the_percentile_follows() {
    Retry retry = retry(Hedge.atPercentile(95));
    assertThat(tail(retry).p99()).isLessThan(4);
    allSlow = true;
    assertThat(tail(retry).load()).isLessThan(1.07);
  }
}
