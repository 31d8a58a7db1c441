package dev.reprise.batch;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.internal.pace.RateControl;
import dev.reprise.batch.internal.pace.SharedRate;
import dev.reprise.batch.operation.AsyncBatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaceLimitsTest {

  private final VirtualTime time = VirtualTime.seeded(1);

  private record Sent(long nanos, int units) {}

  /** Returns the maximum number of units in any second that begins with a call. */
  private static double fullestSecond(List<Sent> calls) {
    double fullest = 0;
    double sum = 0;
    int first = 0;
    for (Sent last : calls) {
      sum += last.units();
      while (last.nanos() - calls.get(first).nanos() >= 1_000_000_000) {
        sum -= calls.get(first++).units();
      }
      fullest = Math.max(fullest, sum);
    }
    return fullest;
  }

  @ParameterizedTest
  @CsvSource({"50, 1, 8", "50, 400, 8", "1000, 1, 1", "1000, 20, 8", "40000, 4, 64"})
  void no_second_has_more_units_than_the_limit_and_one_call(
      double limit, int mostCost, int parallelism) {
    MeteredTable table =
        new MeteredTable(time, 10 * limit + 2_000, Duration.ofSeconds(1), Duration.ofMillis(5));
    List<Sent> calls = new ArrayList<>();
    AsyncBatchOperation<Integer> operation =
        chunk -> {
          calls.add(new Sent(time.ticks().nanos(), chunk.stream().mapToInt(units -> units).sum()));
          return table.send(chunk);
        };

    Batch.ofAsync(Batches.retry(PaceScenario.POLICY, time), operation)
        .parallelism(parallelism)
        .pacedBy(Pace.adaptive().atMost(limit), units -> units)
        .start(new PaceScenario.Stage(time).endless(mostCost, 3));
    time.advance(Duration.ofSeconds(60));

    double largest = calls.stream().mapToInt(Sent::units).max().orElse(0);
    assertThat(fullestSecond(calls)).isLessThanOrEqualTo(limit + largest);
    assertThat(calls.stream().mapToInt(Sent::units).sum() / 60.0).isGreaterThan(0.97 * limit);
  }

  @Test
  void below_its_limit_the_rate_adapts_to_the_service() {
    Meter meter = new PaceScenario(500, 1, 5, 1, 8).run(Pace.adaptive().atMost(1_000), 40);

    assertThat(meter.worst(500, 10, 40, 2, meter.most())).isLessThan(0.05);
  }

  /**
   * One in five items of every call is refused at any rate: only the backoff of the policy slows
   * the run down.
   */
  @Test
  void a_service_that_refuses_part_of_every_call_is_not_slowed_down() {
    double unlimited = takenOfAPickyService(Pace.unlimited());

    assertThat(takenOfAPickyService(Pace.adaptive())).isGreaterThan(0.7 * unlimited);
  }

  private static double takenOfAPickyService(Pace pace) {
    VirtualTime time = VirtualTime.seeded(1);
    Meter meter = new Meter();
    AsyncBatchOperation<Integer> operation =
        chunk -> {
          CompletableFuture<BatchReply<Integer>> reply = new CompletableFuture<>();
          List<Integer> rest =
              IntStream.range(0, chunk.size()).filter(i -> i % 5 == 4).boxed().toList();
          meter.add(time.ticks().nanos(), chunk.size(), chunk.size() - rest.size());
          time.schedule(
              Duration.ofMillis(5),
              () ->
                  reply.complete(
                      rest.isEmpty() ? BatchReply.allDone() : BatchReply.unprocessedAt(rest)));
          return reply;
        };
    Batch.ofAsync(Batches.retry(PaceScenario.POLICY, time), operation)
        .pacedBy(pace)
        .start(new PaceScenario.Stage(time).endless(1, 3));
    time.advance(Duration.ofSeconds(60));
    return meter.takenBetween(30, 60);
  }

  @Test
  void an_item_that_costs_many_seconds_delays_the_next_call_accordingly() {
    PaceScenario scenario = new PaceScenario(50, 300, 5, 400, 8);

    Meter meter = scenario.run(Pace.adaptive(), 2_000);

    double from = meter.firstRefusal() + 500;
    assertThat(meter.refused(from, 2_000)).isLessThan(0.30);
    assertThat(meter.takenBetween(from, 2_000) / (50 * (2_000 - from))).isGreaterThan(0.95);
  }

  /** A rate of one unit per second before the first reply, and a thousand after it. */
  private record Awakening(double rate) implements RateControl {

    @Override
    public double rateAt(long nowNanos) {
      return rate;
    }

    @Override
    public RateControl after(Call call) {
      return new Awakening(1_000);
    }
  }

  @Test
  void a_wait_is_cut_short_when_the_rate_rises() {
    MeteredTable table =
        new MeteredTable(time, 1_000_000, Duration.ofSeconds(1), Duration.ofMillis(20));
    Pace pace = new Pace.Shared("awakening", new SharedRate(new Awakening(1), true));

    BatchReport<Integer> report =
        time.await(
                Batch.ofAsync(Batches.retry(PaceScenario.POLICY, time), table::send)
                    .pacedBy(pace)
                    .runAsync(IntStream.range(0, 11).boxed().toList()))
            .join();

    assertThat(report.counts().elapsed()).isLessThan(Duration.ofMillis(80));
  }

  /** A constant rate that counts the time in which a run had no items to send. */
  private static final class CountingIdleTime implements RateControl {

    private long nanos;

    @Override
    public double rateAt(long nowNanos) {
      return 1_000_000;
    }

    @Override
    public RateControl after(Call call) {
      return this;
    }

    @Override
    public RateControl afterIdle(long fromNanos, long toNanos) {
      nanos += toNanos - fromNanos;
      return this;
    }
  }

  private Duration idle(int calls, IntPredicate isRefused) {
    CountingIdleTime rate = new CountingIdleTime();
    AtomicInteger count = new AtomicInteger();
    AsyncBatchOperation<Integer> operation =
        chunk -> {
          CompletableFuture<BatchReply<Integer>> reply = new CompletableFuture<>();
          boolean refused = isRefused.test(count.getAndIncrement());
          time.schedule(
              Duration.ofMillis(300),
              () -> reply.complete(refused ? BatchReply.unprocessed(chunk) : BatchReply.allDone()));
          return reply;
        };
    Batch.ofAsync(Batches.retry(PaceScenario.POLICY, time), operation)
        .chunkSize(1)
        .parallelism(calls)
        .readingOn(Runnable::run)
        .pacedBy(new Pace.Shared("counting", new SharedRate(rate, false)))
        .start(new PaceScenario.Stage(time).endless(1, 3));
    time.advance(Duration.ofSeconds(20));
    assertThat(count.get()).isGreaterThan(20);
    return Duration.ofNanos(rate.nanos);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void calls_in_progress_that_reach_the_limit_are_no_time_without_items(int calls) {
    assertThat(idle(calls, call -> false)).isZero();
  }

  /** The backoff of the only call does not measure the service. */
  @Test
  void a_backoff_of_all_calls_is_time_in_which_the_service_is_not_measured() {
    assertThat(idle(1, call -> call % 2 == 0)).isBetween(ofSeconds(1), ofSeconds(14));
  }
}
