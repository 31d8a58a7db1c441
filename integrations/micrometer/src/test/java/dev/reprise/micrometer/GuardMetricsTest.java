package dev.reprise.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import dev.reprise.testing.VirtualTime;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GuardMetricsTest {

  private static final IdempotencyKey KEY = IdempotencyKey.of("ann", "pay", "k-1");
  private static final Fingerprint REQUEST = Fingerprint.of("10 EUR");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final VirtualTime time = VirtualTime.seeded(1);
  private final IdempotencyStore store = new InMemoryIdempotencyStore(10, time.wallClock());
  private final IdempotencyGuard<String> guard =
      GuardMetrics.of(registry)
          .withTags(Tags.of("team", "shop"))
          .bind(
              "payments",
              IdempotencyGuard.of(store, OutcomeCodec.string())
                  .waitAtMost(Duration.ofSeconds(3))
                  .withEnvironment(time));

  private double calls(String result) {
    return registry
        .get("reprise.idempotency.calls")
        .tags("guard", "payments", "team", "shop", "result", result)
        .counter()
        .count();
  }

  private Timer waits() {
    return registry.get("reprise.idempotency.waits").tag("guard", "payments").timer();
  }

  @Test
  void calls_are_counted_by_their_result() {
    assertThatThrownBy(
            () ->
                guard.call(
                    KEY,
                    REQUEST,
                    holder -> {
                      throw new IOException("no connection");
                    }))
        .isInstanceOf(IOException.class);
    guard.call(KEY, REQUEST, holder -> "receipt");
    guard.call(KEY, REQUEST, holder -> "receipt");
    time.await(guard.callAsync(KEY, REQUEST, holder -> null));

    assertThat(calls("failed")).isOne();
    assertThat(calls("ran")).isOne();
    assertThat(calls("replayed")).isEqualTo(2);
    assertThat(waits().count()).isZero();
    assertThat(registry.get("reprise.idempotency.calls").counters()).hasSize(3);
  }

  @Test
  void waits_are_timed_and_a_rare_result_is_registered_when_it_occurs() {
    store.claim(
        KEY.digest(),
        new ClaimRequest(REQUEST.digest(), Duration.ofMinutes(1), Duration.ofHours(1)));
    assertThatThrownBy(() -> guard.call(KEY, REQUEST, holder -> "receipt"));

    assertThat(calls("pending")).isOne();
    assertThat(waits().count()).isOne();
    assertThat(waits().totalTime(TimeUnit.SECONDS)).isEqualTo(3);
  }

  @Test
  void no_tag_contains_a_key() {
    guard.call(KEY, REQUEST, holder -> "receipt");

    assertThat(registry.getMeters())
        .isNotEmpty()
        .allSatisfy(
            meter -> assertThat(meter.getId().toString()).doesNotContain("k-1", "ann", "10 EUR"));
  }
}
