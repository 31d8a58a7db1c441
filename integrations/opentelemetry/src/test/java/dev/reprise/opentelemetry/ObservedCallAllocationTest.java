package dev.reprise.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.reprise.Retry;
import java.lang.management.ManagementFactory;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Memory that a call whose first attempt succeeds allocates on its thread. */
class ObservedCallAllocationTest {

  private static final int CALLS = 100_000;

  private static long bytesPerCall(UnaryOperator<RetryTelemetry> options) {
    try (TelemetryFixture telemetry = new TelemetryFixture()) {
      Retry retry = options.apply(telemetry.observing).observe(Retry.of(ShapeFixture.POLICY));
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      long self = Thread.currentThread().getId();
      make(retry);
      long before = threads.getThreadAllocatedBytes(self);
      make(retry);
      return (threads.getThreadAllocatedBytes(self) - before) / CALLS;
    }
  }

  private static void make(Retry retry) {
    for (int i = 0; i < CALLS; i++) {
      retry.call(() -> "page");
    }
  }

  @Test
  void a_call_that_could_be_traced_allocates_less_than_600_bytes() {
    assertThat(bytesPerCall(options -> options)).isBetween(100L, 600L);
  }

  @Test
  void metrics_and_context_allocate_little() {
    assertThat(bytesPerCall(RetryTelemetry::withoutSpans)).isLessThan(400);
  }
}
