package dev.reprise.testing.call;

import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Backup;
import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Failures;
import dev.reprise.decision.StopReason;
import dev.reprise.function.Operation;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.internal.RecordingBudget;
import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import dev.reprise.time.TickSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An environment that has no timer or no executor: it throws, or returns null. Waits are real and
 * short, since such a call continues on the library's own threads.
 */
class IncompleteEnvironmentTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  private final RecordingBudget budget = new RecordingBudget(99);
  private final RecordingListener recorder = new RecordingListener();

  /** The part that an environment lacks. */
  private enum Missing {
    DELAYER,
    EXECUTOR
  }

  /** The system environment without a part. */
  private record Incomplete(Missing missing, boolean returnsNull) implements RetryEnvironment {

    @SuppressWarnings("NullAway") // misbehaves
    private <P> P unlessMissing(Missing part, P present) {
      if (part != missing) {
        return present;
      }
      if (returnsNull) {
        return null;
      }
      throw new UnsupportedOperationException("there is no " + part);
    }

    @Override
    public TickSource ticks() {
      return RetryEnvironment.system().ticks();
    }

    @Override
    public Sleeper sleeper() {
      return RetryEnvironment.system().sleeper();
    }

    @Override
    public Delayer delayer() {
      return unlessMissing(Missing.DELAYER, Delayer.system());
    }

    @Override
    public Executor executor() {
      return unlessMissing(Missing.EXECUTOR, RetryEnvironment.system().executor());
    }

    @Override
    public RandomGenerator random() {
      return RetryEnvironment.system().random();
    }

    @Override
    public InstantSource wallClock() {
      return RetryEnvironment.system().wallClock();
    }
  }

  /** A way to make a call. */
  private interface Form {

    CompletableFuture<?> call(Retry retry);
  }

  private static String fails() throws QuietFailure {
    throw new QuietFailure("reset");
  }

  /** Fails on a thread of its own. */
  private static CompletableFuture<String> failsLater() {
    CompletableFuture<String> stage = new CompletableFuture<>();
    new Thread(() -> stage.completeExceptionally(new QuietFailure("reset"))).start();
    return stage;
  }

  private static CompletableFuture<?> over(Callable<?> call) {
    try {
      return CompletableFuture.completedFuture(call.call());
    } catch (Throwable failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  private static String thrown(RetryResult<String> result) {
    throw new CompletionException(result.failure());
  }

  private static Map<String, Form> forms() {
    Operation<CompletableFuture<String>, RuntimeException> stage =
        IncompleteEnvironmentTest::failsLater;
    Operation<String, QuietFailure> operation = IncompleteEnvironmentTest::fails;
    Backup<String> backup = Backup.ofStage(stage);
    Map<String, Form> forms = new LinkedHashMap<>();
    forms.put("call", retry -> over(() -> retry.call(operation)));
    forms.put("callWith", retry -> over(() -> retry.callWith(attempt -> fails())));
    forms.put("callOrElse, backed", retry -> over(() -> retry.callOrElse(operation, backup)));
    forms.put("callAsync", retry -> retry.callAsync(stage));
    forms.put("callAsyncWith", retry -> retry.callAsyncWith(attempt -> failsLater()));
    forms.put(
        "executeAsync",
        retry -> retry.executeAsync(stage).thenApply(IncompleteEnvironmentTest::thrown));
    forms.put(
        "callAsync on an executor",
        retry -> retry.callAsync(operation, task -> new Thread(task).start()));
    forms.put("callAsyncOrElse, backed", retry -> retry.callAsyncOrElse(stage, backup));
    return forms;
  }

  static Stream<Arguments> calls() {
    return Stream.of(Missing.values())
        .flatMap(part -> Stream.of(new Incomplete(part, false), new Incomplete(part, true)))
        .flatMap(
            environment ->
                forms().entrySet().stream()
                    .map(form -> Arguments.of(environment, form.getKey(), form.getValue())));
  }

  @ParameterizedTest(name = "{1}, {0}")
  @MethodSource("calls")
  void a_call_ends_with_its_failure(RetryEnvironment environment, String name, Form form)
      throws Exception {
    ends(environment, form, Backoff.fixed(ms(1)));
    recorder.clear();
    ends(environment, form, Backoff.none());
  }

  private void ends(RetryEnvironment environment, Form form, Backoff backoff) throws Exception {
    Retry retry = retry(environment, RetryPolicy.builder().backoff(backoff));
    assertThat(failureOf(form.call(retry))).isInstanceOf(QuietFailure.class);
    settled();
  }

  @ParameterizedTest(name = "{1}, {0}")
  @MethodSource("calls")
  void an_attempt_whose_timeout_cannot_be_set_fails(
      RetryEnvironment environment, String name, Form form) throws Exception {
    Retry retry = retry(environment, RetryPolicy.builder().attemptTimeout(LONG));
    assertThat(failureOf(form.call(retry)))
        .isInstanceOfAny(
            QuietFailure.class, UnsupportedOperationException.class, NullPointerException.class);
    settled();
  }

  @Test
  void the_executor_of_a_retry_is_used_without_that_of_the_environment() throws Exception {
    Retry retry =
        retry(
                new Incomplete(Missing.EXECUTOR, false),
                RetryPolicy.builder().backoff(Backoff.fixed(ms(1))))
            .withExecutor(task -> new Thread(task).start());
    assertThat(failureOf(retry.callAsync(IncompleteEnvironmentTest::failsLater)))
        .isInstanceOf(QuietFailure.class);
    assertThat(recorder.stopReason()).isEqualTo(StopReason.ATTEMPTS);
  }

  private Retry retry(RetryEnvironment environment, RetryPolicyBuilder policy) {
    return Retry.of(policy.build())
        .withEnvironment(environment)
        .withBudget(budget)
        .withListener(recorder);
  }

  private static @Nullable Throwable failureOf(CompletableFuture<?> call) throws Exception {
    return call.handle((value, failure) -> Failures.unwrapCompletion(failure))
        .get(20, TimeUnit.SECONDS);
  }

  private void settled() {
    recorder.assertGrammar();
    budget.assertSettled();
  }
}
