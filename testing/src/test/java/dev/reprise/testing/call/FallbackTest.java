package dev.reprise.testing.call;

import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Fallback;
import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.context.CallContext;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.internal.UncheckedThrow;
import dev.reprise.time.Delayer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests fallbacks of asynchronous calls, for stages and on an executor. */
class FallbackTest {

  private static final Fallback<Object, RuntimeException> CACHED = failed -> "cached";

  private final VirtualTime time = VirtualTime.seeded(1);
  private final RecordingListener recorder = new RecordingListener();
  private final ScriptedOperation<Object> operation = new ScriptedOperation<>(time);
  private final Retry retry =
      Retry.of(RetryPolicy.builder().backoff(Backoff.fixed(ms(100))).build())
          .withEnvironment(time)
          .withBudget(RetryBudget.unlimited())
          .withListener(recorder);

  /** A form of asynchronous call. */
  private interface Form {
    CompletableFuture<Object> call(FallbackTest test, Retry retry, Fallback<Object, ?> fallback);
  }

  static List<Form> forms() {
    return List.of(
        (test, retry, fallback) -> retry.callAsyncOrElse(test.operation::stage, fallback),
        (test, retry, fallback) ->
            retry.callAsyncOrElse(test.operation, test.time.executor(), fallback));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void replaces_the_outcome_of_a_call_that_gave_up(Form form) {
    operation.fails(new IOException("reset"));
    AtomicReference<StopReason> told = new AtomicReference<>();

    CompletableFuture<Object> call =
        form.call(
            this,
            retry,
            failed -> {
              told.set(failed.stopReason());
              return "cached after " + failed.attempts();
            });

    assertThat(time.await(call).join()).isEqualTo("cached after 3");
    assertThat(told).hasValue(StopReason.ATTEMPTS);
    assertThat(recorder.stopReason()).isEqualTo(StopReason.ATTEMPTS);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("trap 18: completes when the fallback throws, whatever it throws")
  void completes_when_the_fallback_throws(Form form) {
    IOException failure = new IOException("reset");
    operation.fails(failure);
    for (Throwable own : List.of(new IOException("no cache"), new StackOverflowError())) {
      CompletableFuture<Object> call =
          form.call(
              this,
              retry,
              failed -> {
                throw UncheckedThrow.throwing(own);
              });

      assertThatThrownBy(() -> time.await(call).join())
          .isInstanceOf(CompletionException.class)
          .cause()
          .isSameAs(own)
          .satisfies(thrown -> assertThat(thrown.getSuppressed()).containsExactly(failure));
    }
  }

  @ParameterizedTest
  @MethodSource("forms")
  void is_not_called_after_the_future_was_cancelled(Form form) {
    AtomicInteger asked = new AtomicInteger();
    operation.hangs();
    CompletableFuture<Object> call =
        form.call(this, retry, failed -> "asked " + asked.incrementAndGet());
    time.schedule(ms(50), () -> call.cancel(true));

    time.await(call);
    time.advance(Duration.ofSeconds(1));

    assertThat(call).isCancelled();
    assertThat(asked).hasValue(0);
    assertThat(operation.cancelledAttempts()).isEqualTo(1);
    assertThat(recorder.stopReason()).isEqualTo(StopReason.CANCELLED);
  }

  @ParameterizedTest
  @MethodSource("forms")
  void is_not_called_if_the_retry_is_shut_down(Form form) {
    IOException failure = new IOException("reset");
    operation.fails(failure);
    CompletableFuture<Object> call = form.call(this, retry, CACHED);
    time.schedule(ms(50), retry::shutdown);

    assertThatThrownBy(() -> time.await(call).join()).cause().isSameAs(failure);
  }

  @ParameterizedTest
  @MethodSource("forms")
  void that_is_cancelled_while_it_runs_changes_nothing(Form form) {
    operation.fails(new IOException("reset"));
    AtomicReference<CompletableFuture<Object>> itself = new AtomicReference<>();
    CompletableFuture<Object> call =
        form.call(
            this,
            retry,
            failed -> {
              itself.get().cancel(true);
              return "too late";
            });
    itself.set(call);

    time.await(call);

    assertThat(call).isCancelled();
    assertThat(recorder.stopReason()).isEqualTo(StopReason.ATTEMPTS);
  }

  @Test
  void is_called_if_the_executor_rejects_the_attempt() {
    RejectedExecutionException full = new RejectedExecutionException("full");
    Executor refusing =
        work -> {
          throw full;
        };

    CompletableFuture<Object> call =
        retry.callAsyncOrElse(
            operation, refusing, failed -> failed.failure() == full ? "cached" : "what?");

    assertThat(call.join()).isEqualTo("cached");
  }

  @Test
  void never_runs_on_the_timer() {
    AtomicInteger depth = new AtomicInteger();
    Delayer watched =
        (task, nanos) ->
            time.delayer()
                .schedule(
                    () -> {
                      depth.incrementAndGet();
                      task.run();
                      depth.decrementAndGet();
                    },
                    nanos);
    RetryPolicy impatient =
        RetryPolicy.builder().attemptTimeout(ms(10)).backoff(Backoff.fixed(ms(5))).build();
    CompletableFuture<Object> call =
        retry
            .withPolicy(impatient)
            .withExecutor(Runnable::run)
            .withEnvironment(time.withDelayer(watched))
            .callAsyncOrElse(CompletableFuture::new, failed -> "timers above: " + depth.get());

    assertThat(time.await(call).join()).isEqualTo("timers above: 0");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("trap 35: sees the caller's context")
  void runs_in_the_context_of_the_caller(Form form) {
    ThreadLocal<String> user = new ThreadLocal<>();
    operation.fails(new IOException("reset"));
    Function<RetryResult<Object>, Object> answer = failed -> "for " + user.get();
    Retry carrying = retry.withContext(CallContext.of(user::get, user::set, user::remove));

    user.set("ada");
    CompletableFuture<Object> call = form.call(this, carrying, answer::apply);
    user.remove();

    assertThat(time.await(call).join()).isEqualTo("for ada");
    assertThat(user.get()).isNull();
  }
}
