package dev.reprise.batch;

import static dev.reprise.batch.Batches.retry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that an item which is left in every call costs little and ends, and throttled items not.
 */
class HopelessItemsTest {

  private static final int ATTEMPTS = 8;
  private static final Duration LATENCY = Duration.ofMillis(10);

  private final VirtualTime time = VirtualTime.seeded(1);
  private final Random random = new Random(9);

  private static RetryPolicy policy() {
    return RetryPolicy.builder()
        .maxAttempts(ATTEMPTS)
        .withoutTimeLimit()
        .backoff(
            Backoff.exponential(Duration.ofMillis(50))
                .cappedAt(Duration.ofSeconds(10))
                .jitter(Jitter.full()))
        .build();
  }

  /** The end of a run, and the time at which its last item was done. */
  private record Ended(BatchReport<Integer> report, Duration lastDone) {}

  private Ended run(int items, IntPredicate hopeless, UnaryOperator<Batch<Integer>> settings) {
    return runOn(
        items,
        settings,
        chunk -> BatchReply.unprocessed(chunk.stream().filter(hopeless::test).toList()));
  }

  private Ended runOn(
      int items,
      UnaryOperator<Batch<Integer>> settings,
      Function<List<Integer>, BatchReply<Integer>> service) {
    Duration[] last = {Duration.ZERO};
    Duration start = time.elapsed();
    Batch<Integer> batch =
        settings
            .apply(Batch.ofAsync(retry(policy(), time), chunk -> later(service.apply(chunk))))
            .withListener(
                new BatchListener<>() {
                  @Override
                  public void itemsDone(List<Integer> done) {
                    last[0] = time.elapsed().minus(start);
                  }
                });
    Iterable<Integer> input = () -> IntStream.range(0, items).iterator();
    return new Ended(time.await(batch.runAsync(input.iterator())).join(), last[0]);
  }

  private <T> CompletionStage<T> later(T reply) {
    CompletableFuture<T> stage = new CompletableFuture<>();
    time.schedule(LATENCY, () -> stage.complete(reply));
    return stage;
  }

  @Test
  void a_hopeless_item_dies_after_its_attempts_although_others_of_its_calls_are_accepted() {
    BatchReport<Integer> report = run(200_000, item -> item == 100, batch -> batch).report();

    assertThat(report.counts().done()).isEqualTo(199_999);
    assertThat(report.deadLetters()).hasSize(1);
    assertThat(report.deadLetters().get(0).attempts()).isEqualTo(ATTEMPTS);
    assertThat(report.deadLetters().get(0).stopReason()).isEqualTo(StopReason.ATTEMPTS);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 8", "1, 4", "1, 2", "1, 1", "3, 8", "3, 2", "4, 8", "4, 1", "5, 8", "5, 4", "5, 1", "7, 8",
    "9, 1", "10, 8", "10, 4", "10, 1", "25, 8", "25, 1", "50, 2", "100, 4", "500, 8"
  })
  void one_hopeless_item_in_200_costs_at_most_a_tenth_of_the_throughput(
      int chunkSize, int parallelism) {
    oneHopelessItemIn200CostsAtMost(10, chunkSize, parallelism);
  }

  /** A call shows one bit about each of two items; see docs/design/hopeless-items.md. */
  @ParameterizedTest
  @CsvSource({"2, 8, 20", "2, 4, 20", "2, 1, 20", "3, 1, 15"})
  void hopeless_items_of_small_runs_cost_at_most(int chunkSize, int parallelism, int percent) {
    oneHopelessItemIn200CostsAtMost(percent, chunkSize, parallelism);
  }

  private void oneHopelessItemIn200CostsAtMost(int percent, int chunkSize, int parallelism) {
    int items = 100_000;
    UnaryOperator<Batch<Integer>> settings =
        batch -> batch.chunkSize(chunkSize).parallelism(parallelism);

    Ended without = run(items, item -> false, settings);
    Ended with = run(items, item -> item % 200 == 7, settings);

    assertThat(with.report().counts().dead()).isEqualTo(items / 200);
    assertThat(with.report().counts().done()).isEqualTo(items - items / 200);
    assertThat(with.lastDone())
        .isLessThan(without.lastDone().multipliedBy(100 + percent).dividedBy(100));
    int most = chunkSize < 10 ? 9 * ATTEMPTS : 3 * ATTEMPTS;
    assertThat(with.report().deadLetters())
        .allMatch(dead -> dead.attempts() >= ATTEMPTS && dead.attempts() <= most);
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "5, 2", "25, 4"})
  void waits_for_capacity_occupy_parallel_calls(int chunkSize, int parallelism) {
    RetryPolicy patient =
        RetryPolicy.builder()
            .unlimitedAttempts()
            .within(Duration.ofSeconds(10))
            .backoff(Backoff.fixed(Duration.ofSeconds(1)))
            .build();
    int[] calls = {0};
    Batch<Integer> batch =
        Batch.ofAsync(
                retry(patient, time),
                (List<Integer> chunk) -> {
                  calls[0] += time.elapsed().toSeconds() < 5 ? 1 : 0;
                  return later(BatchReply.<Integer>nothingDone());
                })
            .chunkSize(chunkSize)
            .parallelism(parallelism);

    time.await(batch.runAsync(IntStream.range(0, 1_000).iterator())).join();

    assertThat(calls[0]).as("calls in 5 s").isBetween(parallelism, 5 * parallelism);
  }

  @Test
  void hopeless_items_do_not_excuse_each_other() {
    BatchReport<Integer> report = run(50_000, item -> item % 40 == 7, batch -> batch).report();

    assertThat(report.counts().done()).isEqualTo(48_750);
    assertThat(report.deadLetters())
        .hasSize(1_250)
        .allMatch(dead -> dead.attempts() <= 3 * ATTEMPTS);
  }

  /** The items of a chunk that a table without capacity leaves. */
  enum Throttling {
    ANY,
    FIRST,
    LAST
  }

  @ParameterizedTest
  @EnumSource(Throttling.class)
  void no_item_dies_because_a_table_throttles(Throttling throttling) {
    for (int accepted : List.of(1, 3, 12, 20, 24)) {
      BatchReport<Integer> report =
          runOn(
                  20_000,
                  batch -> batch,
                  chunk -> BatchReply.unprocessed(left(chunk, accepted, throttling)))
              .report();

      assertThat(report.allDone()).as("%s accepted: %s", accepted, report).isTrue();
    }
  }

  private List<Integer> left(List<Integer> chunk, int accepted, Throttling throttling) {
    int left = Math.max(0, chunk.size() - accepted);
    List<Integer> items = new ArrayList<>(chunk);
    if (throttling == Throttling.ANY) {
      Collections.shuffle(items, random);
    }
    return throttling == Throttling.LAST
        ? items.subList(items.size() - left, items.size())
        : items.subList(0, left);
  }

  @Test
  void a_hopeless_item_among_throttled_ones_dies_too() {
    BatchReport<Integer> report =
        runOn(
                20_000,
                batch -> batch,
                chunk ->
                    BatchReply.unprocessed(
                        chunk.stream()
                            .filter(
                                item ->
                                    item % 200 == 7 || (chunk.size() > 5 && random.nextBoolean()))
                            .toList()))
            .report();

    assertThat(report.counts().dead()).isEqualTo(100);
    assertThat(report.deadLetters()).allMatch(dead -> dead.item() % 200 == 7);
    assertThat(report.deadLetters()).allMatch(dead -> dead.attempts() < 80);
  }
}
