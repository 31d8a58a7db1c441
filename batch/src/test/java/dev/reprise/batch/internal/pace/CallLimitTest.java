package dev.reprise.batch.internal.pace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchRun;
import dev.reprise.batch.Batches;
import dev.reprise.batch.Pace;
import dev.reprise.batch.PaceScenario;
import dev.reprise.batch.QueueingService;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallLimitTest {

  private static final long MS = 1_000_000;
  private static final double MEAN = 0.05;

  private long now;

  private CallLimit after(CallLimit limit, int calls, long lengthMs) {
    CallLimit next = limit;
    for (int i = 0; i < calls; i++) {
      next = next.after(new RateControl.Call(now, now + lengthMs * MS, 25, 25, false), true);
      now += lengthMs * MS;
    }
    return next;
  }

  @Test
  void starts_with_four_and_doubles_each_round() {
    CallLimit limit = CallLimit.of(true, 64);

    assertThat(limit.limit()).isEqualTo(4);
    assertThat(after(limit, 4, 50).limit()).isEqualTo(8);
    assertThat(after(limit, 4 + 8, 50).limit()).isEqualTo(16);
    assertThat(after(limit, 4 + 8 + 16 + 32, 50).limit()).isEqualTo(64);
    assertThat(after(limit, 5_000, 50).limit()).isEqualTo(64);
  }

  @Test
  void the_first_throttling_ends_the_slow_start() {
    CallLimit limit = CallLimit.of(true, 64);

    assertThat(limit.after(new RateControl.Call(0, 50 * MS, 25, 3, true), true).limit())
        .isEqualTo(64);
  }

  @Test
  void quick_calls_do_not_change_the_limit() {
    assertThat(after(after(CallLimit.of(true, 8), 1_000, 1), 500, 33).limit()).isEqualTo(8);
  }

  @Test
  void a_single_slow_call_does_not_change_the_limit() {
    CallLimit warm = after(CallLimit.of(true, 8), 1, 3_000);
    assertThat(after(warm, 400, 30).limit()).isEqualTo(8);

    CallLimit usual = after(CallLimit.of(true, 8), 1_000, 50);
    assertThat(after(after(usual, 1, 60_000), 99, 50).limit()).isEqualTo(8);
  }

  @Test
  void longer_calls_of_larger_chunks_do_not_indicate_a_queue() {
    CallLimit limit = after(CallLimit.of(true, 8), 1_000, 30);
    for (int i = 0; i < 1_000; i++) {
      limit = limit.after(new RateControl.Call(now, now + 150 * MS, 125, 125, false), true);
      now += 150 * MS;
      assertThat(limit.limit()).isEqualTo(8);
    }
  }

  @Test
  void the_limit_is_never_zero() {
    CallLimit usual = after(CallLimit.of(true, 2), 1_000, 50);

    for (int i = 0; i < 50; i++) {
      usual = after(usual, 20, 1_000L << Math.min(i, 20));
      assertThat(usual.limit()).isPositive();
    }
  }

  @Test
  void a_run_without_an_adaptive_pace_has_no_adaptive_limit() {
    assertThat(after(after(CallLimit.of(false, 8), 1_000, 50), 100, 5_000).limit()).isEqualTo(8);
  }

  private static final class Run {

    private final VirtualTime time = VirtualTime.seeded(1);
    private final QueueingService service;
    private final BatchRun<Integer> run;

    Run(int servers, ToDoubleFunction<Random> seconds, int calls) {
      service = new QueueingService(time, servers, seconds);
      run =
          Batch.ofAsync(Batches.retry(PaceScenario.POLICY, time), service::send)
              .parallelism(calls)
              .pacedBy(Pace.adaptive())
              .start(new PaceScenario.Stage(time).endless(1, 1));
    }

    /** Advances the time, and counts only the last part of it. */
    void pass(int seconds, int counted) {
      time.advance(Duration.ofSeconds(seconds - counted));
      service.restart();
      time.advance(Duration.ofSeconds(counted));
    }
  }

  /** An M/M/c queue: calls beyond the number of servers wait, and take longer. */
  @ParameterizedTest
  @CsvSource({"2, 8", "4, 8", "4, 64", "8, 64", "16, 64", "32, 64"})
  void converges_to_the_optimum_of_a_service_with_a_queue(int servers, int calls) {
    Run run = new Run(servers, QueueingService.exponential(MEAN), calls);

    run.pass(70, 60);

    double best = servers / MEAN;
    assertThat(run.service.done() / 60.0 / best).isGreaterThan(0.9);
    assertThat(run.service.meanSeconds()).isLessThan(2 * MEAN);
    assertThat(run.service.mostUnderWay()).isLessThanOrEqualTo(2 * servers + 4);
  }

  @Test
  void follows_a_service_that_loses_and_regains_servers() {
    Run run = new Run(16, QueueingService.exponential(MEAN), 64);
    run.pass(20, 5);

    run.service.haveServers(4);
    run.pass(30, 10);
    assertThat(run.service.meanSeconds()).isLessThan(2 * MEAN);

    run.service.haveServers(16);
    run.pass(30, 10);
    assertThat(run.service.done() / 10.0).isGreaterThan(0.9 * 16 / MEAN);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.6, 0.8})
  void jitter_does_not_indicate_a_queue(double sigma) {
    Run run = new Run(1_000, QueueingService.logNormal(MEAN, sigma), 32);

    run.pass(60, 50);

    double mean = MEAN * Math.exp(sigma * sigma / 2);
    assertThat(run.service.done() / 50.0).isGreaterThan(0.93 * 32 / mean);
  }

  @Test
  void a_service_that_is_slower_for_all_gets_as_many_calls_as_before() {
    Run run = new Run(1_000, QueueingService.exponential(MEAN), 32);
    run.pass(20, 5);

    run.service.becomes(QueueingService.exponential(4 * MEAN));
    run.pass(60, 10);

    assertThat(run.service.mostUnderWay()).isEqualTo(32);
  }
}
