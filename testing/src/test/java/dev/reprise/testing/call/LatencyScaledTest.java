package dev.reprise.testing.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LatencyScaledTest {

  private final VirtualTime time = VirtualTime.seeded(1);

  @Test
  void the_first_attempt_is_measured_where_the_backoff_needs_its_length() throws Exception {
    Retry retry =
        Retry.of(
                RetryPolicy.builder()
                    .maxAttempts(2)
                    .withoutTimeLimit()
                    .backoff(Backoff.elapsed())
                    .build())
            .withBudget(RetryBudget.unlimited())
            .withEnvironment(time);
    AtomicInteger attempts = new AtomicInteger();

    retry.call(
        () -> {
          time.pass(Duration.ofSeconds(8));
          if (attempts.incrementAndGet() == 1) {
            throw new IOException("reset");
          }
          return "page";
        });

    Duration wait = time.elapsed().minusSeconds(16);
    assertEquals(8_000_000_000L, retry.state().view().attemptLatencyNanos());
    assertTrue(wait.compareTo(Duration.ofSeconds(12)) <= 0, () -> "waited " + wait);
  }
}
