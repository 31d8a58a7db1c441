package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.reprise.backoff.Backoff;
import dev.reprise.decision.StopReason;
import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import dev.reprise.time.TickSource;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class CancelledWaitTest {

  private static final RetryPolicy POLICY =
      RetryPolicy.builder()
          .maxAttempts(3)
          .backoff(Backoff.fixed(Duration.ofDays(1)))
          .forever()
          .build();

  @Test
  void a_sleeper_that_knows_of_a_cancel_ends_the_call_with_its_last_failure() {
    Retry retry = Retry.of(POLICY).withEnvironment(new Cancelling());
    IOException failure = new IOException("refused");

    RetryResult<Object> result =
        retry.execute(
            () -> {
              throw failure;
            });

    assertSame(failure, result.failure());
    assertEquals(StopReason.CANCELLED, result.stopReason());
    assertEquals(1, result.attempts());
    assertFalse(Thread.currentThread().isInterrupted());
  }

  private static final class Cancelling implements RetryEnvironment {

    private final RetryEnvironment system = RetryEnvironment.system();

    @Override
    public TickSource ticks() {
      return system.ticks();
    }

    @Override
    public Sleeper sleeper() {
      return nanos -> {
        throw new CancellationException();
      };
    }

    @Override
    public Delayer delayer() {
      return system.delayer();
    }

    @Override
    public Executor executor() {
      return system.executor();
    }

    @Override
    public RandomGenerator random() {
      return system.random();
    }

    @Override
    public InstantSource wallClock() {
      return system.wallClock();
    }
  }
}
