package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent.CallFinished;
import dev.reprise.function.Operation;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.time.RetryEnvironment;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A sleeper that ends its call, on purpose or by a bug: the call ends and returns its permits. */
class CancelledWaitTest {

  private static final Backoff DAILY = Backoff.fixed(Duration.ofDays(1));

  private final IOException failure = new IOException("refused");
  private final List<StopReason> ends = new ArrayList<>();
  private final RetryBudget budget = RetryBudget.inFlight(100, 1);
  private @Nullable RuntimeException thrownBySleeper = new CancellationException("cancelled");
  private int calls;

  private void sleep(long nanos) {
    if (thrownBySleeper != null) {
      throw thrownBySleeper;
    }
  }

  private Retry retry(Backoff backoff) {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(3)
            .backoff(backoff)
            .hintFromResult("pause", Duration.class, hint -> hint)
            .hintsOnSuccess()
            .withoutTimeLimit()
            .build();
    return Retry.of(policy)
        .withBudget(budget)
        .withEnvironment(RetryEnvironment.system().withSleeper(this::sleep));
  }

  private Retry heard(Retry retry) {
    return retry.withListener(
        event -> {
          if (event instanceof CallFinished finished) {
            ends.add(finished.stopReason());
          }
        });
  }

  private Object fail() throws IOException {
    calls++;
    throw failure;
  }

  private static void assertBalanced(Retry retry) {
    assertEquals(0, retry.state().view().retrying(), "still counted as retrying");
    assertTrue(retry.state().budget().isFull(0), "a call or a permit was not given back");
    assertFalse(Thread.interrupted());
  }

  /** Makes a call and returns the exception that it threw. */
  private interface Shape {

    @Nullable Throwable failureOf(Retry retry, Operation<Object, ?> operation);
  }

  private interface Code {

    void run() throws Throwable;
  }

  private static @Nullable Throwable caught(Code code) {
    try {
      code.run();
      return null;
    } catch (Throwable thrown) {
      return thrown;
    }
  }

  private static Arguments shape(String name, Shape shape) {
    return Arguments.of(name, shape);
  }

  static Stream<Arguments> shapes() {
    return Stream.of(
        shape("call", (retry, code) -> caught(() -> retry.call(code))),
        shape("callWith", (retry, code) -> caught(() -> retry.callWith(attempt -> code.call()))),
        shape("run", (retry, code) -> caught(() -> retry.run(code::call))),
        shape("execute", (retry, code) -> retry.execute(code).failure()),
        shape(
            "callOrElse",
            (retry, code) -> caught(() -> retry.callOrElse(code, CancelledWaitTest::noOther))),
        shape("begin", (retry, code) -> caught(() -> inTokenForm(retry, code))));
  }

  private static Object noOther(RetryResult<Object> failed) throws Throwable {
    throw failed.toThrow();
  }

  private static void inTokenForm(Retry retry, Operation<Object, ?> code) throws Throwable {
    try (RetryCall call = retry.begin()) {
      while (true) {
        try {
          code.call();
          call.succeeded();
          return;
        } catch (Throwable failure) {
          call.failed(failure);
        }
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("shapes")
  void a_cancel_ends_the_call_with_its_last_failure(String name, Shape shape) {
    for (Backoff backoff : List.of(DAILY, Backoff.none())) {
      for (boolean listening : List.of(true, false)) {
        calls = 0;
        ends.clear();
        Retry retry = listening ? heard(retry(backoff)) : retry(backoff);

        assertSame(failure, shape.failureOf(retry, this::fail));

        assertEquals(1, calls, "attempts made");
        assertEquals(listening ? List.of(StopReason.CANCELLED) : List.of(), ends);
        assertBalanced(retry);
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("shapes")
  void a_sleeper_that_throws_ends_the_call_with_its_last_failure(String name, Shape shape) {
    IllegalStateException bug = new IllegalStateException("a bug");
    thrownBySleeper = bug;
    for (Backoff backoff : List.of(DAILY, Backoff.none())) {
      for (boolean listening : List.of(true, false)) {
        calls = 0;
        ends.clear();
        Retry retry = listening ? heard(retry(backoff)) : retry(backoff);

        assertSame(failure, shape.failureOf(retry, this::fail));

        assertEquals(1, calls, "attempts made");
        assertTrue(Arrays.asList(failure.getSuppressed()).contains(bug));
        assertEquals(listening ? List.of(StopReason.POLICY_FAILED) : List.of(), ends);
        assertBalanced(retry);
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("shapes")
  void a_cancel_during_the_pause_requested_by_the_server_starts_no_attempt(
      String name, Shape shape) {
    for (boolean listening : List.of(true, false)) {
      Retry retry = pausing(listening);

      assertInstanceOf(CancellationException.class, shape.failureOf(retry, this::fail));

      assertEquals(0, calls, "attempts made");
      assertEquals(listening ? List.of(StopReason.CANCELLED) : List.of(), ends);
      assertBalanced(retry);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("shapes")
  void a_sleeper_that_throws_during_the_pause_requested_by_the_server_ends_the_call(
      String name, Shape shape) {
    IllegalStateException bug = new IllegalStateException("a bug");
    thrownBySleeper = bug;
    for (boolean listening : List.of(true, false)) {
      Retry retry = pausing(listening);

      assertSame(bug, shape.failureOf(retry, this::fail));

      assertEquals(0, calls, "attempts made");
      assertEquals(listening ? List.of(StopReason.POLICY_FAILED) : List.of(), ends);
      assertBalanced(retry);
    }
  }

  /** A retry whose last call received a hint to wait for a day. */
  private Retry pausing(boolean listening) {
    ends.clear();
    Retry retry = listening ? heard(retry(DAILY)) : retry(DAILY);
    assertEquals(Duration.ofDays(1), retry.execute(() -> Duration.ofDays(1)).value());
    ends.clear();
    return retry;
  }

  @Test
  void a_check_without_a_wait_does_not_end_a_call_that_is_not_cancelled() {
    thrownBySleeper = null;

    assertEquals(3, retry(Backoff.none()).execute(this::fail).attempts());
  }
}
