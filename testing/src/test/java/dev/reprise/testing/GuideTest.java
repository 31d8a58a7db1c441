package dev.reprise.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples of docs/guide/testing.md, which quotes this code. */
class GuideTest {

  private static final RetryPolicy POLICY =
      RetryPolicy.builder()
          .maxAttempts(4)
          .within(Duration.ofSeconds(30))
          .attemptTimeout(Duration.ofSeconds(3))
          .backoff(Backoff.exponential(Duration.ofSeconds(1)))
          .retryOn(IOException.class)
          .build();

  private final VirtualTime time = VirtualTime.seeded(1);
  private final RecordingListener recorder = new RecordingListener();
  private final Retry retry = Retry.of(POLICY).withEnvironment(time).withListener(recorder);

  @Test
  void fetches_the_page_at_the_third_attempt() throws Exception {
    ScriptedOperation<String> fetch =
        new ScriptedOperation<String>(time)
            .fails(new IOException("connection reset"))
            .hangs()
            .takes(Duration.ofMillis(80))
            .returns("page");

    assertEquals("page", retry.call(fetch));

    assertEquals(List.of(Duration.ofSeconds(1), Duration.ofSeconds(2)), recorder.delays());
    assertEquals(Duration.ofMillis(1_000 + 3_000 + 2_000 + 80), time.elapsed());
    recorder.assertGrammar();
  }

  @Test
  void fetches_the_page_later() {
    ScriptedOperation<String> fetch =
        new ScriptedOperation<String>(time).fails(new IOException("reset")).returns("page");

    var call = retry.callAsync(fetch::stage);

    time.advance(Duration.ofMillis(999));
    assertEquals(1, fetch.calls());
    assertEquals("page", time.await(call).join());
    assertEquals(2, fetch.calls());
  }

  @Test
  void an_interrupt_during_the_wait_ends_the_call() {
    IOException failure = new IOException("reset");
    ScriptedOperation<String> fetch = new ScriptedOperation<String>(time).fails(failure);
    time.schedule(Duration.ofMillis(500), Thread.currentThread()::interrupt);

    assertEquals(failure, assertThrows(IOException.class, () -> retry.call(fetch)));

    assertEquals(true, Thread.interrupted());
    assertEquals(StopReason.INTERRUPTED, recorder.stopReason());
  }
}
