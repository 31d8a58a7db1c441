package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.reprise.backoff.Backoff;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The fallback of a hedged blocking call runs on the caller's thread, where none of its attempts
 * run.
 */
class HedgedFallbackTest {

  /** A pool of one thread: a fallback on it would block the next call of the same pool for ever. */
  private final ExecutorService pool = Executors.newSingleThreadExecutor();

  private final Retry retry =
      Retry.of(
              RetryPolicy.builder()
                  .maxAttempts(2)
                  .idempotency(Idempotency.IDEMPOTENT)
                  .backoff(Backoff.none())
                  .hedge(Hedge.after(Duration.ofDays(1)))
                  .build())
          .withExecutor(pool);

  private final IOException reset = new IOException("reset");

  @AfterEach
  void close() {
    pool.shutdownNow();
  }

  private String failing() throws IOException {
    throw reset;
  }

  @Test
  void runs_on_the_thread_of_the_caller() throws IOException {
    Thread caller = Thread.currentThread();
    assertSame(
        caller,
        retry.<Thread, IOException, RuntimeException>callOrElse(
            () -> {
              throw reset;
            },
            failed -> Thread.currentThread()));
    assertSame(
        caller,
        retry.<Thread, IOException, RuntimeException>callWithOrElse(
            attempt -> {
              throw reset;
            },
            failed -> Thread.currentThread()));
  }

  @Test
  void may_make_a_hedged_call_on_the_same_pool() throws IOException {
    assertEquals("cached", retry.callOrElse(this::failing, failed -> retry.call(() -> "cached")));
  }

  @Test
  void has_the_failure_of_the_call_suppressed_in_its_own_failure() {
    IllegalStateException own =
        assertThrows(
            IllegalStateException.class,
            () ->
                retry.callOrElse(
                    this::failing,
                    failed -> {
                      throw new IllegalStateException("no cache");
                    }));
    assertSame(reset, own.getSuppressed()[0]);
  }
}
