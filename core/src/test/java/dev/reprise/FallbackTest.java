package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.function.Operation;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.report.RetryReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FallbackTest {

  private final FakeEnvironment time = new FakeEnvironment();
  private final List<RetryEvent> events = new ArrayList<>();
  private final IOException failure = new IOException("reset");
  private int asked;

  @AfterEach
  void clear() {
    Thread.interrupted();
  }

  @Test
  void is_not_called_if_an_attempt_succeeds() throws Exception {
    assertEquals("page", retry(policy()).callOrElse(() -> "page", this::count));
    assertEquals("page", retry(policy()).callWithOrElse(attempt -> "page", this::count));
    assertEquals(0, asked);
  }

  @Test
  void receives_the_reason_for_which_the_call_gave_up() throws Exception {
    String answer =
        retry(policy())
            .callOrElse(
                this::fail,
                failed -> {
                  assertSame(failure, failed.failure());
                  assertEquals(StopReason.ATTEMPTS, failed.stopReason());
                  assertEquals(3, failed.attempts());
                  assertSame(failed.report(), RetryReport.of(failure).orElseThrow());
                  return "cached";
                });

    assertEquals("cached", answer);
  }

  @Test
  void runs_after_the_events_that_report_that_the_call_gave_up() throws Exception {
    retry(policy())
        .callOrElse(
            this::fail,
            failed -> {
              RetryEvent last = events.get(events.size() - 1);
              assertEquals(StopReason.ATTEMPTS, ((RetryEvent.CallFinished) last).stopReason());
              return "cached";
            });

    assertEquals(1, events.stream().filter(RetryEvent.CallFinished.class::isInstance).count());
  }

  @Test
  void may_return_null() throws Exception {
    Operation<@Nullable String, IOException> failing = this::fail;
    assertNull(
        retry(policy())
            .<@Nullable String, IOException, RuntimeException>callOrElse(failing, failed -> null));
  }

  @Test
  void is_called_for_a_rejected_result_and_can_read_it() throws Exception {
    RetryPolicyBuilder policy = policy().retryOnResult(String.class, "busy"::equals);

    assertEquals(
        "busy, then cached",
        retry(policy).callOrElse(() -> "busy", failed -> failed.value() + ", then cached"));
  }

  @Test
  void is_not_called_for_a_rejected_result_that_the_policy_returns() throws Exception {
    RetryPolicyBuilder policy =
        policy().retryOnResult(String.class, "busy"::equals).returningRejected();

    assertEquals("busy", retry(policy).callOrElse(() -> "busy", this::count));
    assertEquals(0, asked);
  }

  @Test
  void is_not_called_for_an_error_wrapped_or_not() {
    Error error = new OutOfMemoryError("no");
    assertSame(error, assertThrows(Error.class, () -> orElse(error)));

    CompletionException wrapped = new CompletionException(error);
    assertSame(wrapped, assertThrows(CompletionException.class, () -> orElse(wrapped)));
    assertEquals(0, asked);
  }

  @Test
  void is_not_called_if_somebody_ended_the_call() {
    InterruptedException interrupt = new InterruptedException();
    assertSame(interrupt, assertThrows(InterruptedException.class, () -> orElse(interrupt)));
    assertTrue(Thread.interrupted());

    CancellationException cancelled = new CancellationException();
    assertSame(cancelled, assertThrows(CancellationException.class, () -> orElse(cancelled)));

    Retry shutDown = retry(policy());
    shutDown.shutdown();
    assertSame(
        failure,
        assertThrows(IOException.class, () -> shutDown.callOrElse(this::fail, this::count)));
    assertEquals(0, asked);
  }

  @Test
  void of_a_call_that_is_shut_down_passes_on_a_rejected_result_as_the_call_would() {
    Retry retry = retry(policy().retryOnResult(String.class, "busy"::equals));
    retry.shutdown();

    ResultRejectedException rejected =
        assertThrows(
            ResultRejectedException.class, () -> retry.callOrElse(() -> "busy", this::count));

    assertEquals(StopReason.SHUT_DOWN, rejected.stopReason());
    assertEquals(StopReason.SHUT_DOWN, RetryReport.of(rejected).orElseThrow().stopReason());
  }

  @Test
  void that_throws_is_thrown_to_the_caller_with_the_failure_of_the_call_suppressed() {
    IllegalStateException own = new IllegalStateException("no cache");

    IllegalStateException thrown =
        assertThrows(IllegalStateException.class, () -> orElseThrow(own));

    assertSame(own, thrown);
    assertSame(failure, thrown.getSuppressed()[0]);
    assertEquals(3, RetryReport.of(thrown).orElseThrow().attempts());
  }

  @Test
  void that_throws_for_a_rejected_result_suppresses_that_result() {
    IllegalStateException own = new IllegalStateException("no cache");
    Retry retry = retry(policy().retryOnResult(String.class, "busy"::equals));

    assertThrows(
        IllegalStateException.class,
        () ->
            retry.callOrElse(
                () -> "busy",
                failed -> {
                  throw own;
                }));

    ResultRejectedException rejected = (ResultRejectedException) own.getSuppressed()[0];
    assertEquals("busy", rejected.result());
    assertTrue(RetryReport.of(rejected).isPresent());
  }

  @Test
  void that_throws_the_failure_of_the_call_or_a_wrapper_of_it_suppresses_nothing() {
    assertSame(failure, assertThrows(IOException.class, () -> orElseThrow(failure)));
    assertEquals(1, failure.getSuppressed().length, "the report alone");

    IllegalStateException around = new IllegalStateException(failure);
    assertThrows(IllegalStateException.class, () -> orElseThrow(around));
    assertEquals(0, around.getSuppressed().length);

    IOException cause = new IOException("cause");
    failure.initCause(cause);
    assertThrows(IOException.class, () -> orElseThrow(cause));
    assertEquals(0, cause.getSuppressed().length);
    around.printStackTrace(new PrintWriter(new StringWriter()));
  }

  @Test
  @DisplayName("trap 24: a shared instance does not grow")
  void that_throws_a_shared_instance_does_not_add_to_it_each_time() {
    IllegalStateException shared = new IllegalStateException("no cache");
    for (int call = 0; call < 100; call++) {
      assertThrows(
          IllegalStateException.class,
          () ->
              retry(policy().maxAttempts(1))
                  .callOrElse(
                      () -> {
                        throw new IOException("reset");
                      },
                      failed -> {
                        throw shared;
                      }));
    }
    assertEquals(1, shared.getSuppressed().length);
  }

  @Test
  void that_is_null_is_rejected_before_the_call() {
    Fallback<String, RuntimeException> none = nothing();
    assertThrows(NullPointerException.class, () -> retry(policy()).callOrElse(this::fail, none));
    assertThrows(
        NullPointerException.class, () -> retry(policy()).callAsyncOrElse(() -> null, none));
    assertEquals(List.of(), events);
  }

  @Test
  void of_a_result_replaces_the_value() throws IOException {
    RetryResult<String> failed = retry(policy()).execute(this::fail);
    RetryResult<String> succeeded = retry(policy()).execute(() -> "page");

    assertEquals("other", failed.orElse("other"));
    assertEquals("page", succeeded.orElse("other"));
    assertEquals("attempts used up", failed.orElseGet(why -> why.stopReason().toString()));
    assertEquals("page", succeeded.orElseGet(this::count));
    assertEquals(0, asked);
  }

  @Test
  void of_a_result_replaces_a_rejected_one_even_if_the_policy_returns_it() {
    RetryPolicyBuilder policy =
        policy().retryOnResult(String.class, "busy"::equals).returningRejected();

    assertEquals("other", retry(policy).execute(() -> "busy").orElse("other"));
  }

  @Test
  void of_a_result_that_throws_suppresses_the_failure_as_well() {
    RetryResult<String> failed = retry(policy()).execute(this::fail);

    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () ->
                failed.orElseGet(
                    why -> {
                      throw new IllegalStateException("no cache");
                    }));

    assertSame(failure, thrown.getSuppressed()[0]);
  }

  @Test
  void value_or_throw_throws_for_a_rejected_result_with_its_report() {
    RetryResult<String> rejected =
        retry(policy().retryOnResult(String.class, "busy"::equals)).execute(() -> "busy");

    ResultRejectedException one =
        assertThrows(ResultRejectedException.class, rejected::valueOrThrow);
    ResultRejectedException other =
        assertThrows(ResultRejectedException.class, rejected::valueOrThrow);

    assertNotSame(one, other);
    assertSame(rejected.report(), RetryReport.of(one).orElseThrow());
  }

  private String orElse(Throwable thrown) throws Throwable {
    return retry(policy())
        .<String, Throwable, RuntimeException>callOrElse(
            () -> {
              throw thrown;
            },
            this::count);
  }

  private String orElseThrow(Exception own) throws Exception {
    return retry(policy())
        .callOrElse(
            this::fail,
            failed -> {
              throw own;
            });
  }

  private String count(RetryResult<String> failed) {
    asked++;
    return "cached";
  }

  private String fail() throws IOException {
    throw failure;
  }

  @SuppressWarnings("NullAway") // a mistake on purpose
  private static <F> F nothing() {
    return null;
  }

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder().backoff(Backoff.fixed(Duration.ofSeconds(1)));
  }

  private Retry retry(RetryPolicyBuilder policy) {
    return Retry.of(policy.build())
        .withBudget(RetryBudget.unlimited())
        .withEnvironment(time)
        .withListener(events::add);
  }
}
