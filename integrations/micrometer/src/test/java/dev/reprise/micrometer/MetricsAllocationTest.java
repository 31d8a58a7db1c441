package dev.reprise.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.reprise.Fallback;
import dev.reprise.Retry;
import dev.reprise.RetryDriver;
import dev.reprise.backoff.Backoff;
import dev.reprise.function.Operation;
import dev.reprise.policy.RetryPolicy;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.LongSummaryStatistics;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * A first attempt that succeeds allocates nothing for the default meters, after calls that failed
 * too. Of several rounds the lowest count is checked: a thread that requests the compilation of a
 * method first creates the string constants of its class.
 */
class MetricsAllocationTest {

  private static final int CALLS = 20_000;
  private static final int ROUNDS = 12;
  private static final int FIRST_CALLS = 10;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final MeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Retry bare =
      Retry.of(RetryPolicy.builder().backoff(Backoff.none()).build()).named("orders");
  private final Retry measured = RetryMetrics.of(registry).bind(bare);
  private final Operation<String, IOException> operation = this::answer;
  private boolean down;

  private String answer() throws IOException {
    if (down) {
      throw new IOException("down");
    }
    return "page";
  }

  @Test
  void call_allocates_nothing() throws Exception {
    assertThat(lowest(() -> measured.call(operation))).isZero();
    assertThat(registry.get("reprise.calls").functionCounter().count())
        .isEqualTo(FIRST_CALLS + (double) CALLS * ROUNDS);
  }

  @Test
  void a_call_allocates_nothing_if_the_meters_were_bound_at_the_first_call() throws Exception {
    Retry bound = RetryMetrics.of(registry).bindAtFirstCall(bare.named("rare"));
    assertThat(lowest(() -> bound.call(operation))).isZero();
  }

  @Test
  void a_call_with_a_fallback_allocates_nothing() throws Exception {
    Fallback<String, RuntimeException> fallback = failed -> "cached";
    assertThat(lowest(() -> measured.callOrElse(operation, fallback))).isZero();
  }

  @Test
  void a_call_that_its_caller_drives_allocates_nothing() throws Exception {
    RetryDriver driver = measured.driver();
    Callable<String> call =
        () -> {
          long began = driver.begin();
          String page = "page";
          driver.succeeded(began);
          return page;
        };
    assertThat(lowest(call)).isZero();
  }

  @Test
  void a_keyed_call_allocates_no_more_than_without_meters() throws Exception {
    assertThat(lowest(() -> measured.on("host.example").call(operation)))
        .isLessThanOrEqualTo(rounds(() -> bare.on("host.example").call(operation)).getMax());
  }

  @Test
  void an_asynchronous_call_allocates_no_more_than_without_meters() throws Exception {
    CompletableFuture<String> page = CompletableFuture.completedFuture("page");
    assertThat(lowest(() -> measured.callAsync(() -> page)))
        .isLessThanOrEqualTo(rounds(() -> bare.callAsync(() -> page)).getMax());
  }

  private long lowest(Callable<?> call) throws Exception {
    return rounds(call).getMin();
  }

  private LongSummaryStatistics rounds(Callable<?> call) throws Exception {
    for (int i = 0; i < FIRST_CALLS; i++) {
      call.call();
      down = true;
      try {
        call.call();
      } catch (IOException expected) {
        assertThat(expected).hasMessage("down");
      } finally {
        down = false;
      }
    }
    LongSummaryStatistics rounds = new LongSummaryStatistics();
    for (int round = 0; round < ROUNDS; round++) {
      rounds.accept(allocated(call));
    }
    return rounds;
  }

  private static long allocated(Callable<?> call) throws Exception {
    long self = Thread.currentThread().getId();
    long before = THREADS.getThreadAllocatedBytes(self);
    for (int i = 0; i < CALLS; i++) {
      call.call();
    }
    return THREADS.getThreadAllocatedBytes(self) - before;
  }
}
