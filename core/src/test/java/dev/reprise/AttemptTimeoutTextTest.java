package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.reprise.backoff.Backoff;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.time.Delayer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The message of an attempt timeout is the same for every attempt, so that logs can be grouped by
 * it.
 */
class AttemptTimeoutTextTest {

  private static final String LONGER = "attempt took longer than 100 ms";
  private static final String CUT_SHORT = "attempt was cut short by the deadline of its call";

  @Test
  void prints_a_limit_in_the_form_of_all_durations() {
    assertEquals(LONGER, new AttemptTimeoutException(100_000_000, null).getMessage());
    assertEquals(LONGER, new AttemptTimeoutException(99_968_594, null).getMessage());
    assertEquals(LONGER, new AttemptTimeoutException(100_000_000, 100_000_000, null).getMessage());
    assertEquals(
        CUT_SHORT, new AttemptTimeoutException(99_968_594, 100_000_000, null).getMessage());
    assertEquals(
        Duration.ofNanos(99_968_594),
        new AttemptTimeoutException(99_968_594, 100_000_000, null).limit());
  }

  static Stream<Arguments> limits() {
    return Stream.of(0L, 40_000L)
        .flatMap(
            perLook ->
                Stream.of(
                    Arguments.of("10s", perLook, LONGER),
                    Arguments.of("forever", perLook, LONGER),
                    Arguments.of("99968594ns", perLook, CUT_SHORT)));
  }

  @ParameterizedTest
  @MethodSource("limits")
  void names_the_setting_for_a_blocking_attempt(String within, long nanosPerLook, String message) {
    Retry retry = retry(within).withEnvironment(world(nanosPerLook));

    RetryResult<Object> result =
        retry.execute(
            () -> {
              throw new InterruptedException();
            });

    assertNotNull(result.failure());
    assertEquals(message, result.failure().getMessage());
  }

  @ParameterizedTest
  @MethodSource("limits")
  void names_the_setting_for_an_asynchronous_attempt(
      String within, long nanosPerLook, String message) {
    Retry retry = retry(within).withEnvironment(world(nanosPerLook)).withExecutor(Runnable::run);

    RetryResult<Object> result =
        retry.executeAsync(() -> new CompletableFuture<Object>()).toCompletableFuture().join();

    assertNotNull(result.failure());
    assertEquals(message, result.failure().getMessage());
  }

  @ParameterizedTest
  @MethodSource("limits")
  void names_the_setting_for_a_hedged_attempt(String within, long nanosPerLook, String message) {
    RetryPolicy hedged =
        retry(within).policy().toBuilder()
            .hedge(Hedge.after(Duration.ofDays(1)))
            .idempotency(Idempotency.IDEMPOTENT)
            .build();
    Retry retry =
        retry(within)
            .withPolicy(hedged)
            .withEnvironment(world(nanosPerLook))
            .withExecutor(Runnable::run);

    RetryResult<Object> result =
        retry.executeAsync(() -> new CompletableFuture<Object>()).toCompletableFuture().join();

    assertNotNull(result.failure());
    assertEquals(message, result.failure().getMessage());
  }

  private static Retry retry(String within) {
    return Retry.of(
        RetryPolicy.parse("maxAttempts=1 attemptTimeout=100ms within=" + within).toBuilder()
            .backoff(Backoff.none())
            .build());
  }

  /** Every attempt timeout fires at once; later tasks never run. */
  private static FakeEnvironment world(long nanosPerLook) {
    FakeEnvironment world = new FakeEnvironment();
    world.nanosPerLook = nanosPerLook;
    world.delayer =
        (task, delayNanos) -> {
          if (delayNanos <= Duration.ofSeconds(1).toNanos()) {
            task.run();
          }
          return (Delayer.Scheduled) () -> {};
        };
    return world;
  }
}
