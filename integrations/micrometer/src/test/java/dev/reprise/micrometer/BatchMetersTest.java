package dev.reprise.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.batch.Batch;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchMetrics;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchMetersTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final BatchMeters meters = BatchMeters.of(registry);
  private final VirtualTime time = VirtualTime.seeded(1);
  private int calls;

  /** The service leaves the last item of the first call, and never accepts item 7. */
  private BatchReply<Integer> put(List<Integer> chunk) {
    time.stall(Duration.ofMillis(20));
    calls++;
    return BatchReply.unprocessed(
        chunk.stream().filter(item -> item == 7 || (calls == 1 && item == 9)).toList());
  }

  private void run(BatchMetrics metrics) {
    Retry retry =
        Retry.of(RetryPolicy.builder().maxAttempts(3).backoff(Backoff.none()).build())
            .withBudget(RetryBudget.unlimited())
            .withEnvironment(time);
    Batch.of(retry, this::put)
        .chunkSize(10)
        .parallelism(1)
        .withListener(metrics.listener())
        .run(IntStream.range(0, 10).boxed().toList());
  }

  private RequiredSearch find(String name, String... tags) {
    return registry.get(name).tag("batch", "prices").tags(tags);
  }

  private double count(String name, String... tags) {
    return find(name, tags).functionCounter().count();
  }

  @Test
  void a_run_is_read_from_its_metrics() {
    BatchMetrics metrics = meters.bind("prices", new BatchMetrics());
    run(metrics);

    assertThat(count("reprise.batch.items", "result", "done")).isEqualTo(9);
    assertThat(count("reprise.batch.items", "result", "superseded")).isZero();
    assertThat(count("reprise.batch.items.dead", "reason", "attempts")).isOne();
    assertThat(count("reprise.batch.items.dead", "reason", "budget")).isZero();
    assertThat(count("reprise.batch.items.sent")).isEqualTo(14);
    assertThat(count("reprise.batch.items.resent")).isEqualTo(4);
    assertThat(count("reprise.batch.calls.partial")).isEqualTo(2);
    assertThat(count("reprise.batch.calls.throttled"))
        .isEqualTo(metrics.snapshot().throttledCalls());
    assertThat(count("reprise.batch.runs")).isOne();
    assertThat(find("reprise.batch.call.duration").functionTimer().count()).isEqualTo(4);
    assertThat(find("reprise.batch.call.duration").functionTimer().totalTime(TimeUnit.MILLISECONDS))
        .isEqualTo(80);
    assertThat(find("reprise.batch.pace.parallelism").gauge().value())
        .isEqualTo(metrics.snapshot().parallelism());
  }

  @Test
  void a_rate_without_limit_is_not_a_number() {
    meters.bind("prices", new BatchMetrics());

    assertThat(find("reprise.batch.pace.rate").gauge().value()).isNaN();
  }

  @Test
  void metrics_with_one_name_add_up_and_the_same_ones_are_read_once() {
    BatchMetrics metrics = meters.bind("prices", new BatchMetrics());
    meters.bind("prices", metrics);
    run(metrics);
    run(BatchMeters.of(registry).bind("prices", new BatchMetrics()));

    assertThat(count("reprise.batch.runs")).isEqualTo(2);
    assertThat(count("reprise.batch.items", "result", "done")).isEqualTo(18);
  }

  /** A scrape would take a smaller count for a restart, and add all of it to the rate. */
  @Test
  void a_counter_does_not_decrease_while_its_metrics_are_bound_again() throws Exception {
    BatchMetrics metrics = meters.bind("prices", new BatchMetrics());
    run(metrics);
    ExecutorService binder = Executors.newSingleThreadExecutor();
    Future<?> binding =
        binder.submit(() -> IntStream.range(0, 2_000).forEach(i -> meters.bind("prices", metrics)));
    double lowest = 1;
    while (!binding.isDone()) {
      lowest = Math.min(lowest, count("reprise.batch.runs"));
    }
    binder.shutdown();

    assertThat(lowest).isOne();
    assertThat(binding.get()).isNull();
  }

  @Test
  void every_reason_has_a_counter_and_every_meter_the_tags_that_were_added() {
    meters.withTags(Tags.of("team", "shop")).bind("prices", new BatchMetrics());

    assertThat(registry.get("reprise.batch.items.dead").functionCounters())
        .hasSize(StopReason.values().length - 1);
    assertThat(registry.getMeters())
        .allSatisfy(meter -> assertThat(meter.getId().getTag("team")).isEqualTo("shop"));
  }
}
