package dev.reprise.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Retry;
import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A registry calls code of the application while it registers a meter: it may make calls. */
class CallsInsideRegistriesTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final VirtualTime time = VirtualTime.seeded(1);
  private final AtomicBoolean called = new AtomicBoolean();

  private void whenFirstRegistered(String name, Runnable call) {
    registry
        .config()
        .meterFilter(
            new MeterFilter() {
              @Override
              public Meter.Id map(Meter.Id id) {
                if (id.getName().equals(name) && called.compareAndSet(false, true)) {
                  call.run();
                }
                return id;
              }
            });
  }

  @Test
  void a_call_that_is_made_while_its_meter_is_registered_is_counted_too() {
    Retry retry =
        RetryMetrics.of(registry)
            .bind(Retry.of(RetryPolicy.defaults()).withEnvironment(time).named("orders"));
    whenFirstRegistered("reprise.attempts.failed", () -> fail(retry));

    try (LogCapture log = new LogCapture()) {
      fail(retry);
      assertThat(log.lines()).isEmpty();
    }

    assertThat(registry.get("reprise.attempts.failed").counter().count()).isEqualTo(6);
    assertThat(registry.get("reprise.waits").timer().count()).isEqualTo(4);
  }

  private static void fail(Retry retry) {
    Throwable thrown =
        catchThrowable(
            () ->
                retry.call(
                    () -> {
                      throw new IOException("reset");
                    }));
    assertThat(thrown).hasMessage("reset");
  }

  @Test
  void a_guarded_call_that_is_made_while_its_meter_is_registered_is_counted_too() {
    IdempotencyKey key = IdempotencyKey.of("ann", "pay", "k-1");
    IdempotencyGuard<String> guard =
        GuardMetrics.of(registry)
            .bind(
                "payments",
                IdempotencyGuard.of(
                        new InMemoryIdempotencyStore(10, time.wallClock()), OutcomeCodec.string())
                    .withEnvironment(time));
    guard.call(key, Fingerprint.of("10 EUR"), holder -> "receipt");
    Runnable reuse =
        () ->
            assertThat(
                    catchThrowable(
                        () -> guard.call(key, Fingerprint.of("11 EUR"), holder -> "receipt")))
                .isNotNull();
    whenFirstRegistered("reprise.idempotency.calls", reuse);

    try (LogCapture log = new LogCapture()) {
      reuse.run();
      assertThat(log.lines()).isEmpty();
    }

    assertThat(
            registry.get("reprise.idempotency.calls").tag("result", "key_reused").counter().count())
        .isEqualTo(2);
  }
}
