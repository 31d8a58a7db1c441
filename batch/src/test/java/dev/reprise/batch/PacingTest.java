package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests paces with a table that has a bucket of capacity, in virtual time. */
class PacingTest {

  private static final RetryPolicy POLICY =
      RetryPolicy.builder()
          .maxAttempts(30)
          .withoutTimeLimit()
          .backoff(
              Backoff.exponential(Duration.ofMillis(100))
                  .cappedAt(Duration.ofSeconds(5))
                  .jitter(Jitter.full()))
          .build();

  private final VirtualTime time = VirtualTime.seeded(1);

  private Batch<Integer> batch(MeteredTable table) {
    return Batch.ofAsync(Batches.retry(POLICY, time), table::send);
  }

  private static Iterator<Integer> items(int count, int meanUnits) {
    Random random = new Random(3);
    return IntStream.range(0, count)
        .map(i -> meanUnits == 1 ? 1 : 1 + random.nextInt(2 * meanUnits - 1))
        .boxed()
        .iterator();
  }

  @ParameterizedTest
  @CsvSource({
    // units per second, units of an item, latency in ms, burst in ms, parallel calls
    "   500, 1,  2, 1000,  8",
    "   500, 1, 50, 5000,  8",
    "  1000, 2, 10, 1000,  8",
    "  5000, 1,  2, 1000,  8",
    "  5000, 1,  2,  500,  8",
    "  5000, 1, 20, 1000, 16",
    "  5000, 4, 20, 5000, 16",
    " 40000, 1,  2, 1000,  8",
    " 40000, 4, 20, 1000, 32",
    " 40000, 4, 20, 5000, 32",
  })
  void uses_the_capacity_with_few_throttled_calls(
      double capacity, int meanUnits, int latencyMs, int burstMs, int parallelism) {
    MeteredTable table = table(capacity, burstMs, latencyMs);
    int count = (int) (capacity * 30 / meanUnits);

    BatchReport<Integer> report =
        time.await(
                batch(table)
                    .parallelism(parallelism)
                    .pacedBy(Pace.adaptive(), units -> units)
                    .runAsync(items(count, meanUnits)))
            .join();

    double least = Math.ceil(count / 25.0);
    assertThat(report.allDone()).isTrue();
    assertThat(report.counts().throttledCalls()).isPositive();
    assertThat(table.used()).isGreaterThan(0.97);
    assertThat((double) table.calls()).isLessThan(1.05 * least);
    assertThat((double) table.refusedItems()).isLessThan(0.05 * count);
  }

  @ParameterizedTest
  @CsvSource({"500, 2, 8", "5000, 2, 8", "5000, 20, 8", "40000, 20, 32"})
  void two_independent_runs_share_a_service(double capacity, int latencyMs, int parallelism) {
    MeteredTable table = table(capacity, 1_000, latencyMs);
    int count = (int) (capacity * 30);
    Batch<Integer> batch = batch(table).parallelism(parallelism).pacedBy(Pace.adaptive());
    List<Double> usedByTheFirst = new ArrayList<>();

    List<CompletableFuture<BatchReport<Integer>>> runs =
        List.of(batch.runAsync(items(count, 1)), batch.runAsync(items(count, 1)));
    runs.forEach(run -> run.thenRun(() -> usedByTheFirst.add(table.used())));
    runs.forEach(time::await);

    assertThat(runs).allMatch(run -> run.join().allDone());
    assertThat(usedByTheFirst.get(0)).isGreaterThan(0.95);
    assertThat((double) table.refusedItems()).isLessThan(0.05 * 2 * count);
  }

  @Test
  void is_reproducible() {
    assertThat(counts()).isEqualTo(counts());
  }

  private static BatchCounts counts() {
    VirtualTime time = VirtualTime.seeded(7);
    MeteredTable table = new MeteredTable(time, 2_000, Duration.ofSeconds(1), Duration.ofMillis(5));
    Batch<Integer> batch =
        Batch.ofAsync(Batches.retry(POLICY, time), table::send).pacedBy(Pace.adaptive());
    return time.await(batch.runAsync(items(20_000, 1))).join().counts();
  }

  @Test
  void follows_a_capacity_that_falls_and_rises() {
    MeteredTable table = table(4_000, 1_000, 5);
    time.schedule(Duration.ofSeconds(10), () -> table.changeRate(1_000));
    time.schedule(Duration.ofSeconds(20), () -> table.changeRate(4_000));

    BatchReport<Integer> report =
        time.await(batch(table).pacedBy(Pace.adaptive()).runAsync(items(160_000, 1))).join();

    assertThat(report.allDone()).isTrue();
    assertThat(table.used()).isGreaterThan(0.8);
    assertThat((double) table.refusedItems()).isLessThan(0.05 * 160_000);
  }

  @ParameterizedTest
  @CsvSource({"100000, 8, 1.005", "100000, 16, 1.01", "100000, 32, 1.03"})
  void without_throttling_a_slow_start_costs_little(int count, int calls, double most) {
    double unlimited = unthrottled(Pace.unlimited(), count, calls).toNanos();

    assertThat(unthrottled(Pace.adaptive(), count, calls).toNanos() / unlimited).isLessThan(most);
  }

  @Test
  void a_few_hundred_items_take_at_most_a_few_milliseconds_more() {
    for (int count = 25; count <= 600; count += 25) {
      Duration unlimited = unthrottled(Pace.unlimited(), count, 8);

      assertThat(unthrottled(Pace.adaptive(), count, 8).minus(unlimited))
          .as("%d items", count)
          .isLessThan(Duration.ofMillis(7));
    }
  }

  @Test
  void the_first_round_has_four_calls() {
    MeteredTable table = table(10, 100, 5);

    BatchRun<Integer> run =
        batch(table).parallelism(64).pacedBy(Pace.adaptive()).start(items(5_000, 1));

    assertThat(run.counts().calls()).isZero();
    time.advance(Duration.ofMillis(7));
    assertThat(table.calls()).isEqualTo(4);
    run.cancel();
  }

  private static Duration unthrottled(Pace pace, int count, int calls) {
    VirtualTime time = VirtualTime.seeded(7);
    MeteredTable table =
        new MeteredTable(time, 10_000_000, Duration.ofSeconds(1), Duration.ofMillis(5));
    Retry retry = Batches.retry(POLICY, time);
    return time.await(
            Batch.ofAsync(retry, table::send)
                .parallelism(calls)
                .pacedBy(pace)
                .runAsync(items(count, 1)))
        .join()
        .counts()
        .elapsed();
  }

  @Test
  void a_fixed_rate_is_reached_and_not_exceeded() {
    MeteredTable table = table(1_000_000, 1_000, 5);

    BatchReport<Integer> report =
        time.await(batch(table).pacedBy(Pace.fixed(1_000)).runAsync(items(10_000, 1))).join();

    assertThat(report.counts().calls()).isEqualTo(400);
    assertThat(report.counts().elapsed().toMillis() / 1e3).isCloseTo(10, within(0.1));
  }

  @Test
  void an_item_that_costs_more_than_a_call_may_carry_is_sent_alone() {
    MeteredTable table = table(1_000_000, 1_000, 5);

    BatchReport<Integer> report =
        time.await(
                batch(table)
                    .pacedBy(Pace.fixed(10), units -> units)
                    .runAsync(List.of(20, 20, 20).iterator()))
            .join();

    assertThat(report.counts().calls()).isEqualTo(3);
    assertThat(report.counts().elapsed()).isGreaterThan(Duration.ofSeconds(3));
  }

  @Test
  void no_call_waits_for_a_start_beyond_the_deadline() {
    MeteredTable table = table(1_000_000, 1_000, 5);
    RetryPolicy soon = POLICY.toBuilder().within(Duration.ofMillis(1_001)).build();

    BatchReport<Integer> report =
        time.await(
                Batch.ofAsync(Batches.retry(soon, time), table::send)
                    .pacedBy(Pace.fixed(100))
                    .runAsync(IntStream.range(0, 1_000).boxed().toList()))
            .join();

    assertThat(report.stopReason()).isEqualTo(StopReason.DEADLINE);
    assertThat(report.counts().accounted()).isEqualTo(1_000);
    assertThat(report.counts().notAttempted()).isGreaterThan(850);
    assertThat(table.calls()).isBetween(10L, 11L);
    assertThat(time.pending()).isZero();
  }

  @Test
  void a_run_that_waits_for_its_rate_can_be_cancelled() {
    MeteredTable table = table(1_000_000, 1_000, 5);
    BatchRun<Integer> run =
        batch(table).pacedBy(Pace.fixed(1)).start(IntStream.range(0, 50).boxed().toList());
    time.advance(Duration.ofMillis(100));

    run.cancel();

    BatchReport<Integer> report = time.await(run.report()).join();
    assertThat(report.counts().accounted()).isEqualTo(50);
    assertThat(report.counts().notAttempted()).isPositive();
    time.runUntilIdle();
    assertThat(time.elapsed()).isLessThan(Duration.ofSeconds(1));
  }

  @Test
  void an_item_whose_cost_function_throws_fails_alone() {
    MeteredTable table = table(1_000, 1_000, 5);

    BatchReport<Integer> report =
        time.await(
                batch(table)
                    .pacedBy(Pace.adaptive(), item -> item == 1 ? -1 : 1)
                    .runAsync(List.of(0, 1, 2).iterator()))
            .join();

    assertThat(report.counts().done()).isEqualTo(2);
    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(dead -> assertThat(dead.message()).contains("the cost must be at least 0"));
  }

  @Test
  void a_pace_parses_its_own_text_form() {
    assertThat(
            List.of(
                Pace.adaptive(),
                Pace.adaptive().atMost(1_000),
                Pace.unlimited(),
                Pace.fixed(0.5),
                Pace.fixed(1e9)))
        .allSatisfy(pace -> assertThat(Pace.parse(pace.toString())).isEqualTo(pace))
        .extracting(Pace::toString)
        .containsExactly(
            "adaptive", "adaptive(<=1000/s)", "unlimited", "fixed(0.5/s)", "fixed(1000000000/s)");
    assertThat(Pace.parse("adaptive( <= 2.5/s )")).isEqualTo(Pace.adaptive().atMost(2.5));
    assertThat(Pace.adaptive().atMost(3)).isNotEqualTo(Pace.adaptive());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Pace.parse("fast"))
        .withMessage(
            "pace must be unlimited, adaptive, adaptive(<=100/s) or fixed(100/s), but was fast");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Pace.fixed(0))
        .withMessage("pace must be more than 0 units a second and finite, but was 0.0");
    assertThatIllegalArgumentException().isThrownBy(() -> Pace.fixed(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> Pace.adaptive().atMost(-1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Pace.adaptive().atMost(Double.POSITIVE_INFINITY));
    assertThatIllegalArgumentException().isThrownBy(() -> new Pace.Adaptive(Double.NaN));
  }

  private MeteredTable table(double capacity, int burstMs, int latencyMs) {
    return new MeteredTable(
        time, capacity, Duration.ofMillis(burstMs), Duration.ofMillis(latencyMs));
  }
}
