package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.budget.RetryBudget;
import dev.reprise.function.AttemptOperation;
import dev.reprise.function.Operation;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A null argument is a mistake that a method reports at once: no call begins. */
@SuppressWarnings({"NullAway", "FutureReturnValueIgnored"})
class NullArgumentsTest {

  private static final Operation<String, RuntimeException> NO_OPERATION = null;
  private static final Operation<CompletionStage<String>, RuntimeException> NO_STAGE = null;
  private static final AttemptOperation<String, RuntimeException> NO_ATTEMPT = null;
  private static final AttemptOperation<CompletionStage<String>, RuntimeException> NO_STAGES = null;
  private static final Executor NO_EXECUTOR = null;

  private static final Fallback<String, RuntimeException> FALLBACK = failed -> "other";
  private static final Backup<String> BACKUP =
      Backup.ofStage(() -> CompletableFuture.completedFuture("other"));

  private static final Executor EXECUTOR = Runnable::run;

  private static Stream<Retry> retries() {
    RetryPolicy hedged =
        RetryPolicy.builder()
            .idempotency(Idempotency.IDEMPOTENT)
            .hedge(Hedge.after(Duration.ofSeconds(1)))
            .build();
    return Stream.of(
        Retry.of(RetryPolicy.defaults()), Retry.of(hedged).withExecutor(EXECUTOR), Retry.none());
  }

  static Stream<Arguments> calls() {
    return retries()
        .map(retry -> retry.withBudget(RetryBudget.envoy()))
        .flatMap(
            retry ->
                Stream.<Executable>of(
                        () -> retry.call(NO_OPERATION),
                        () -> retry.callWith(NO_ATTEMPT),
                        () -> retry.execute(NO_OPERATION),
                        () -> retry.executeWith(NO_ATTEMPT),
                        () -> retry.callOrElse(NO_OPERATION, FALLBACK),
                        () -> retry.callWithOrElse(NO_ATTEMPT, FALLBACK),
                        () -> retry.callOrElse(NO_OPERATION, BACKUP),
                        () -> retry.callWithOrElse(NO_ATTEMPT, BACKUP),
                        () -> retry.callAsync(NO_STAGE),
                        () -> retry.callAsyncWith(NO_STAGES),
                        () -> retry.callAsync(NO_OPERATION, EXECUTOR),
                        () -> retry.callAsyncWith(NO_ATTEMPT, EXECUTOR),
                        () -> retry.callAsync(() -> "value", NO_EXECUTOR),
                        () -> retry.callAsyncWith(attempt -> "value", NO_EXECUTOR),
                        () -> retry.executeAsync(NO_STAGE),
                        () -> retry.executeAsyncWith(NO_STAGES),
                        () -> retry.executeAsync(NO_OPERATION, EXECUTOR),
                        () -> retry.executeAsync(() -> "value", NO_EXECUTOR),
                        () -> retry.executeAsyncWith(NO_ATTEMPT, EXECUTOR),
                        () -> retry.callAsyncOrElse(NO_STAGE, FALLBACK),
                        () -> retry.callAsyncWithOrElse(NO_STAGES, FALLBACK),
                        () -> retry.callAsyncOrElse(NO_OPERATION, EXECUTOR, FALLBACK),
                        () -> retry.callAsyncWithOrElse(NO_ATTEMPT, EXECUTOR, FALLBACK),
                        () -> retry.callAsyncOrElse(NO_STAGE, BACKUP),
                        () -> retry.callAsyncWithOrElse(NO_STAGES, BACKUP),
                        () -> retry.callAsyncOrElse(NO_OPERATION, EXECUTOR, BACKUP),
                        () -> retry.callAsyncOrElse(() -> "value", NO_EXECUTOR, BACKUP),
                        () -> retry.callAsyncWithOrElse(NO_ATTEMPT, EXECUTOR, BACKUP),
                        () -> retry.onShutdown(null))
                    .map(call -> Arguments.of(retry, call)));
  }

  @ParameterizedTest
  @MethodSource("calls")
  void null_is_refused_at_once(Retry retry, Executable call) {
    assertThrows(NullPointerException.class, call);
    assertTrue(retry.state().budget().isFull(0), "a call has begun");
  }
}
