package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PricesTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final RecordingListener recorder = new RecordingListener();
  private final Retry retry =
      Retry.of(RetryPolicy.parse("maxAttempts=3 within=60s backoff=exponential(1s, x2, jitter=none)"))
          .withEnvironment(time)
          .withListener(recorder);

  @Test
  void gets_a_price_at_the_third_attempt() throws IOException {
    AtomicInteger attempts = new AtomicInteger();
    Prices prices =
        new Prices(
            retry,
            () -> {
              if (attempts.incrementAndGet() < 3) {
                throw new IOException("connection reset");
              }
              return "a price";
            });

    assertEquals("a price", prices.current());
    assertEquals(List.of(Duration.ofSeconds(1), Duration.ofSeconds(2)), recorder.delays());
    recorder.assertGrammar();
  }
}
