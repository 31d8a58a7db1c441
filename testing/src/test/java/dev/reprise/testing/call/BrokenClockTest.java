package dev.reprise.testing.call;

import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.internal.RecordingBudget;
import dev.reprise.time.TickSource;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests a clock that throws at one reading, or from one reading on, anywhere in a call: the future
 * completes nevertheless, and every permit is settled.
 */
class BrokenClockTest {

  private static final int READINGS = 12;

  /** Silences the expected log messages about the bug. */
  private final Logger log = Logger.getLogger("dev.reprise");

  private final VirtualTime time = VirtualTime.seeded(1);
  private final IllegalStateException bug = new IllegalStateException("no clock");
  private final RecordingListener recorder = RecordingListener.forAllEvents();

  @BeforeEach
  void mute() {
    log.setLevel(Level.OFF);
  }

  @AfterEach
  void unmute() {
    log.setLevel(null);
  }

  /** A way to make a call. */
  private interface Form {

    CompletableFuture<?> call(Retry retry, ScriptedOperation<Object> operation);
  }

  private static Stream<Arguments> forms() {
    Form stage = (retry, operation) -> retry.callAsync(operation::stage);
    Form seen = (retry, operation) -> retry.callAsyncWith(attempt -> operation.stage());
    Form result = (retry, operation) -> retry.executeAsync(operation::stage);
    Form fallback = (retry, operation) -> retry.callAsyncOrElse(operation::stage, r -> "other");
    Form blocking = (retry, operation) -> retry.callAsync(operation::call, Runnable::run);
    RetryPolicy plain = policy().build();
    RetryPolicy timed = policy().attemptTimeout(ms(60)).build();
    RetryPolicy hedged = policy().hedge(Hedge.after(ms(30))).build();
    return Stream.of(
        Arguments.of("plain", plain, stage),
        Arguments.of("with an attempt timeout", timed, stage),
        Arguments.of("seen", plain, seen),
        Arguments.of("result", plain, result),
        Arguments.of("fallback", plain, fallback),
        Arguments.of("blocking", plain, blocking),
        Arguments.of("hedged", hedged, stage),
        Arguments.of("hedged, result", hedged, result),
        Arguments.of("hedged, blocking", hedged, blocking));
  }

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder()
        .maxAttempts(4)
        .within(ms(10_000))
        .idempotency(Idempotency.IDEMPOTENT)
        .backoff(Backoff.fixed(ms(10)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("forms")
  void completes_the_future_for_any_reading_at_which_the_clock_throws(
      String name, RetryPolicy policy, Form form) {
    for (int reading = 1; reading <= READINGS; reading++) {
      for (boolean fails : new boolean[] {false, true}) {
        completes(policy, form, new BreakableTicks(reading, reading), reading, true, fails);
        completes(
            policy, form, new BreakableTicks(reading, Integer.MAX_VALUE), reading, true, fails);
        completes(policy, form, new BreakableTicks(reading, reading), reading, false, fails);
      }
    }
  }

  private void completes(
      RetryPolicy policy,
      Form form,
      BreakableTicks clock,
      int reading,
      boolean listens,
      boolean fails) {
    recorder.clear();
    ScriptedOperation<Object> operation = new ScriptedOperation<>(time);
    RecordingBudget budget = new RecordingBudget(99);
    if (fails) {
      operation.takes(ms(50)).fails(new IOException("reset"));
      operation.takes(ms(50)).fails(new IOException("reset")).returns("page");
    } else {
      operation.returns("page");
    }
    Retry bare = Retry.of(policy).withBudget(budget).withEnvironment(time.withTicks(clock));
    Retry retry = listens ? bare.withListener(recorder) : bare;

    CompletableFuture<?> call = form.call(retry, operation);
    time.runUntilIdle();

    String which = "reading " + reading + " of " + clock.readings + ", last " + clock.last;
    assertThat(call).as(which).isDone();
    assertThat(retry.state().view().retrying()).as(which).isZero();
    if (reading > 1) {
      budget.assertSettled();
      recorder.assertGrammar();
    }
    assertThat(time.pending()).as(which).isZero();
  }

  /** The virtual ticks, of which some readings throw. */
  private final class BreakableTicks implements TickSource {

    final int last;
    private final int first;
    int readings;

    BreakableTicks(int first, int last) {
      this.first = first;
      this.last = last;
    }

    @Override
    public long nanos() {
      readings++;
      if (readings >= first && readings <= last) {
        throw bug;
      }
      return time.ticks().nanos();
    }
  }
}
