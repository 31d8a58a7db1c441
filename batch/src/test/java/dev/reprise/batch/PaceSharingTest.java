package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.Retry;
import dev.reprise.batch.internal.pace.SharedRate;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests several runs with one table, with one pace or each with its own. */
class PaceSharingTest {

  private final VirtualTime time = VirtualTime.seeded(1);

  private MeteredTable table(double capacity, double burst) {
    return new MeteredTable(
        time, capacity, Duration.ofNanos((long) (burst * 1e9)), Duration.ofMillis(5));
  }

  private BatchRun<Integer> start(MeteredTable table, Meter meter, Pace pace, long seed) {
    return Batch.ofAsync(Batches.retry(PaceScenario.POLICY, time), table.writer(meter))
        .readingOn(Runnable::run)
        .pacedBy(pace, units -> units)
        .start(new PaceScenario.Stage(time).endless(1, seed));
  }

  /** Jain's index: (Σx)² / n Σx², 1 if all are equal (Jain, Chiu and Hawe, 1984). */
  private static double jain(List<Meter> meters, double from, double to) {
    double[] taken = meters.stream().mapToDouble(meter -> meter.takenBetween(from, to)).toArray();
    double sum = 0;
    double squares = 0;
    for (double each : taken) {
      sum += each;
      squares += each * each;
    }
    return sum * sum / (taken.length * squares);
  }

  private static double taken(List<Meter> meters, double from, double to) {
    return meters.stream().mapToDouble(meter -> meter.takenBetween(from, to)).sum();
  }

  @ParameterizedTest
  @CsvSource({"50, 1, 2", "200, 0.5, 3", "2000, 1, 5", "20000, 1, 2"})
  void runs_with_one_pace_share_it_evenly_at_once(double capacity, double burst, int runs) {
    MeteredTable table = table(capacity, burst);
    Pace pace = Pace.shared(Pace.adaptive());
    List<Meter> meters = IntStream.range(0, runs).mapToObj(i -> new Meter()).toList();

    for (int i = 0; i < runs; i++) {
      start(table, meters.get(i), pace, i);
      time.advance(Duration.ofSeconds(1));
    }
    time.advance(Duration.ofSeconds(40));

    assertThat(jain(meters, 12, 40)).isGreaterThan(0.999);
    assertThat(taken(meters, 12, 40) / (28 * capacity)).isCloseTo(1, within(0.02));
  }

  @Test
  void a_run_that_ends_leaves_its_share_to_the_others() {
    MeteredTable table = table(1_000_000, 1);
    Pace pace = Pace.shared(Pace.fixed(1_000));
    Meter first = new Meter();
    Meter second = new Meter();
    BatchRun<Integer> ends = start(table, first, pace, 1);
    start(table, second, pace, 2);
    time.advance(Duration.ofSeconds(10));

    ends.cancel();
    time.advance(Duration.ofSeconds(10));

    assertThat(first.takenBetween(1, 9)).isCloseTo(4_000, within(50.0));
    assertThat(second.takenBetween(1, 9)).isCloseTo(4_000, within(50.0));
    assertThat(second.takenBetween(11, 19)).isCloseTo(8_000, within(50.0));
  }

  @Test
  void a_stopped_run_does_not_delay_others_while_its_calls_last() {
    MeteredTable table = table(1_000_000, 1);
    Pace pace = Pace.shared(Pace.fixed(100));
    Retry stopped = Batches.retry(PaceScenario.POLICY, time);
    BatchRun<Integer> lasting =
        Batch.ofAsync(
                stopped, (List<Integer> chunk) -> new CompletableFuture<BatchReply<Integer>>())
            .pacedBy(pace)
            .start(new PaceScenario.Stage(time).endless(1, 1));
    Meter other = new Meter();
    start(table, other, pace, 2);
    time.advance(Duration.ofSeconds(1));

    stopped.shutdown();
    time.advance(Duration.ofSeconds(10));

    assertThat(lasting.report()).isNotDone();
    assertThat(other.takenBetween(2, 10)).isCloseTo(800, within(20.0));
  }

  /** Simulates a run whose listener blocks, or that has failed. */
  @Test
  void a_run_that_stops_asking_does_not_delay_others_for_long() {
    SharedRate turns = SharedRate.fixed(100);
    SharedRate.Runner silent = new SharedRate.Runner();
    SharedRate.Runner other = new SharedRate.Runner();
    long second = 1_000_000_000;
    turns.begin(0, 0);
    turns.sent(other, 10, 0, 0);
    turns.sent(silent, 5, 0, 0);
    turns.waitNanos(silent, second);
    turns.sent(other, 10, 0, second);

    assertThat(turns.waitNanos(other, second)).isEqualTo(second * 8 / 100 + second * 5 / 100);
    assertThat(turns.waitNanos(other, second + 1)).isEqualTo(second * 13 / 100 - 1);
    turns.sent(other, 10, 0, 3 * second);
    assertThat(turns.waitNanos(other, 3 * second)).isEqualTo(second * 8 / 100);
  }

  @Test
  void the_next_run_starts_with_the_rate_of_the_last_one() {
    MeteredTable table = table(1_000, 1);
    Pace pace = Pace.shared(Pace.adaptive());
    BatchRun<Integer> first = start(table, new Meter(), pace, 1);
    time.advance(Duration.ofSeconds(20));
    first.cancel();
    time.await(first.report());

    Meter meter = new Meter();
    start(table, meter, pace, 2);
    time.advance(Duration.ofSeconds(10));

    assertThat(meter.refused(20, 30)).isLessThan(0.02);
    assertThat(meter.sentBetween(20, 30)).isCloseTo(10_000, within(500.0));
  }

  /**
   * Simulates a run that sends one item now and then, many times: an application with little work.
   */
  @Test
  void a_period_of_little_work_does_not_reduce_the_rate() {
    MeteredTable table = table(5_000, 1);
    Pace pace = Pace.shared(Pace.adaptive());
    BatchRun<Integer> first = start(table, new Meter(), pace, 1);
    time.advance(Duration.ofSeconds(10));
    first.cancel();
    time.await(first.report());
    Batch<Integer> little =
        Batch.ofAsync(Batches.retry(PaceScenario.POLICY, time), table.writer(new Meter()))
            .pacedBy(pace);
    for (int i = 0; i < 1_000; i++) {
      if (i % 100 == 99) {
        table.takeForAnother(5_000);
      }
      little.runAsync(List.of(1));
      time.advance(Duration.ofMillis(20));
    }

    Meter meter = new Meter();
    double from = time.elapsed().toNanos() / 1e9;
    start(table, meter, pace, 3);
    time.advance(Duration.ofSeconds(12));

    assertThat(meter.takenBetween(from, from + 2)).isGreaterThan(0.8 * 2 * 5_000);
    assertThat(meter.takenBetween(from, from + 12)).isGreaterThan(0.93 * 12 * 5_000);
  }

  @Test
  void many_threads_may_use_a_pace() {
    Pace pace = Pace.shared(Pace.fixed(400_000));
    ExecutorService pool = Executors.newFixedThreadPool(4);
    Batch<Integer> batch =
        Batch.of(PaceScenario.POLICY, (List<Integer> chunk) -> BatchReply.<Integer>allDone())
            .withExecutor(pool)
            .pacedBy(pace);

    List<BatchRun<Integer>> runs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      runs.add(batch.start(IntStream.range(0, 20_000).boxed().iterator()));
    }

    assertThat(runs).allMatch(run -> run.report().join().counts().done() == 20_000);
    pool.shutdown();
  }

  @Test
  void a_shared_pace_equals_only_itself() {
    Pace pace = Pace.shared(Pace.adaptive());

    assertThat(pace).hasToString("shared(adaptive)").isNotEqualTo(Pace.shared(Pace.adaptive()));
    assertThat(Pace.shared(pace)).isSameAs(pace);
  }

  /**
   * Each measures only its own share; the larger one is throttled more often. When that happens is
   * chance, which the time between the two starts decides, so several pairs count.
   */
  @ParameterizedTest
  @CsvSource({"200, 0.5", "200, 1", "2000, 0.5", "2000, 1", "2000, 5", "20000, 1"})
  void runs_with_separate_paces_converge_to_equal_shares(double capacity, double burst) {
    double[] pairs =
        IntStream.range(0, 12)
            .map(pair -> 185 * pair)
            .mapToDouble(later -> new PaceSharingTest().jainOfSeparate(capacity, burst, later))
            .sorted()
            .toArray();

    assertThat(pairs[1]).isGreaterThan(0.95);
    assertThat(DoubleStream.of(pairs).average().orElseThrow()).isGreaterThan(0.98);
  }

  private double jainOfSeparate(double capacity, double burst, long laterMillis) {
    MeteredTable table = table(capacity, burst);
    List<Meter> meters = List.of(new Meter(), new Meter());
    start(table, meters.get(0), Pace.adaptive(), 1);
    time.advance(Duration.ofMillis(laterMillis));
    start(table, meters.get(1), Pace.adaptive(), 2);

    time.advance(Duration.ofSeconds(120));

    assertThat(taken(meters, 20, 120) / (100 * capacity)).isCloseTo(1, within(0.01));
    return jain(meters, 20, 80);
  }
}
