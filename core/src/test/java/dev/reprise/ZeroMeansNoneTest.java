package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.View;
import dev.reprise.declared.RetryMethod;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.StopCondition;
import dev.reprise.registry.RetryRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One rule for zero: a delay, a jitter or a price of 0 means none. A limit of 0 is refused, because
 * a computed limit of 0 must never mean no limit. The word {@code none} removes a setting.
 */
class ZeroMeansNoneTest {

  private static final Duration ZERO = Duration.ZERO;
  private static final Duration SECOND = Duration.ofSeconds(1);

  static Stream<Arguments> delaysOfNothing() {
    return Stream.of(
            Backoff.none(),
            Backoff.fixed(ZERO),
            Backoff.linear(ZERO),
            Backoff.linear(ZERO, ZERO),
            Backoff.exponential(ZERO),
            Backoff.exponential(ZERO, 1.5),
            Backoff.fibonacci(ZERO),
            Backoff.uniform(ZERO, ZERO),
            Backoff.sequence(ZERO),
            Backoff.decorrelated(ZERO, SECOND),
            Backoff.exponential(ZERO).withFloor(ZERO),
            Backoff.exponential(ZERO).jitter(Jitter.full()),
            Backoff.exponential(ZERO).jitter(Jitter.proportional(1)),
            Backoff.elapsed(0, 0, 1))
        .map(Arguments::of);
  }

  @ParameterizedTest
  @MethodSource("delaysOfNothing")
  void a_zero_delay_is_no_delay(Backoff backoff) {
    for (int retry : new int[] {1, 2, 3, 64, 93, 1_000, Integer.MAX_VALUE - 1}) {
      Progress progress = new Progress(retry, retry, 0, 0, 0, 0, SECOND.toNanos(), 1_000, 0, 0);
      assertEquals(0, backoff.delayNanos(progress, View.NONE, 77, new Random(3)), () -> "" + retry);
    }
    assertEquals(backoff, Backoff.parse(backoff.toString()));
  }

  @Test
  void a_zero_jitter_is_no_jitter() {
    assertEquals(Jitter.none(), Jitter.proportional(0));
    assertEquals(Jitter.none(), Jitter.proportional(-0.0));
    Backoff plain = Backoff.exponential(SECOND);
    assertEquals(plain, Backoff.parse("exponential(1s, jitter=proportional(0))"));
    assertEquals(0, RetryPolicy.builder().hintJitter(0).build().hintJitter());
  }

  @Test
  void a_retry_with_price_zero_is_always_granted() {
    RetryBudget free = RetryBudget.parse("bucket(1, 0)");
    for (int i = 0; i < 1_000; i++) {
      assertTrue(free.tryAcquire(0));
      free.permitReturned(false, 0);
    }
    assertEquals(Long.MAX_VALUE, free.retriesWhenFull());
  }

  @Test
  void a_hedge_without_delay_sends_at_once() {
    assertEquals(0, Hedge.after(ZERO).delayNanos(View.NONE).orElseThrow());
    assertEquals(Hedge.atPercentile(95), Hedge.parse("percentile(95, floor=0ms)"));
  }

  static Stream<Arguments> limits() {
    return Stream.of(
        limit("within", () -> RetryPolicy.builder().within(ZERO)),
        limit("attemptTimeout", () -> RetryPolicy.builder().attemptTimeout(ZERO)),
        limit("maxHint", () -> RetryPolicy.builder().maxHint(ZERO)),
        limit("startOverAfter", () -> RetryPolicy.builder().startOverAfter(ZERO)),
        limit("elapsed", () -> StopCondition.elapsed(ZERO)),
        limit("cap", () -> Backoff.exponential(ZERO).cappedAt(ZERO)),
        limit("cap of decorrelated", () -> Backoff.decorrelated(ZERO, ZERO)),
        limit("most of elapsed", () -> Backoff.elapsed(1, 0, 0)),
        limit("most of contention", () -> Backoff.contention(1, 0, 0)),
        limit("capacity", () -> RetryBudget.bucket(0, 0)),
        limit("ttl", () -> RetryBudget.ratio(20, 0, ZERO)),
        limit("tokens", () -> RetryBudget.grpc(0, 0.1)),
        limit("maxAttempts", () -> RetryPolicy.builder().maxAttempts(0)),
        limit("most in flight", () -> Hedge.after(ZERO).maxInFlight(0)));
  }

  private static Arguments limit(String name, Executable set) {
    return Arguments.of(name, set);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("limits")
  void a_zero_limit_is_refused(String name, Executable set) {
    IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, set);
    assertTrue(String.valueOf(refused.getMessage()).contains("but was 0"), refused::getMessage);
  }

  @Test
  void no_remaining_time_means_one_attempt() {
    FakeEnvironment world = new FakeEnvironment();
    Retry retry =
        Retry.of(RetryPolicy.builder().backoff(Backoff.none()).maxAttempts(9).build())
            .withEnvironment(world);
    RetryResult<Object> result =
        retry
            .within(ZERO)
            .execute(
                () -> {
                  world.now++;
                  throw new IOException("down");
                });
    assertEquals(1, result.attempts());
    assertEquals(StopReason.DEADLINE, result.stopReason());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "within=none | within=unlimited",
        "within=none maxAttempts=none | maxAttempts=unlimited within=unlimited",
        "maxAttempts=none within=9s | maxAttempts=unlimited within=9s",
        "attemptTimeout=none | ''",
        "maxHint=none backoff=fixed(1s, cap=2s) | backoff=fixed(1s, cap=2s) maxHint=106752d",
        "hintJitter=none | hintJitter=0",
        "startOverAfter=none | ''",
        "giveUpWhen=none | ''",
        "hedge=none | ''",
        "backoff=none | backoff=fixed(0s)",
        "backoff=fixed(1s, jitter=none) | backoff=fixed(1s)",
        "backoff=fixed(1s, floor=none, cap=none) | backoff=fixed(1s)",
        "idempotency=keyed hedge=percentile(95, floor=none) | idempotency=keyed"
            + " hedge=percentile(95)",
      })
  void the_word_none_removes_a_setting(String none, String as) {
    RetryPolicy off = RetryPolicy.parse(none);
    assertEquals(RetryPolicy.parse(as), off);
    assertEquals(off, RetryPolicy.parse(off.toString()), off::toString);
  }

  @Test
  void the_word_none_is_not_read_within_another_word() {
    for (String text : new String[] {"within=nonesuch", "hedge=none1", "within=None"}) {
      assertThrows(IllegalArgumentException.class, () -> RetryPolicy.parse(text), text);
    }
  }

  @Test
  void properties_and_annotations_accept_the_word_none() {
    Supplier<Retry> orders =
        () ->
            RetryRegistry.of(
                    Map.of(
                        "reprise.policies.orders.within", "none",
                        "reprise.policies.orders.attemptTimeout", "none",
                        "reprise.policies.orders.backoff", "none",
                        "reprise.policies.orders.hedge", "none",
                        "reprise.policies.orders.maxHint", "none",
                        "reprise.policies.orders.budget", "none"))
                .retry("orders");
    assertEquals(Optional.empty(), orders.get().policy().within());
    assertEquals(Backoff.none(), orders.get().policy().backoff());
    assertFalse(orders.get().state().budget().tryAcquire(0));

    RetryMethod method =
        RetryMethod.of(
            Retry.of(RetryPolicy.builder().attemptTimeout(SECOND).build()),
            null,
            "m",
            Map.of("attemptTimeout", "none", "within", "none"),
            null);
    assertEquals(Optional.empty(), method.retry().policy().attemptTimeout());
    assertEquals(Optional.empty(), method.retry().policy().within());
  }
}
