package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.reprise.backoff.Backoff;
import dev.reprise.policy.RetryPolicy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NullArgumentsTest {

  private static final Executor DIRECT = Runnable::run;
  private static final Fallback<String, RuntimeException> FALLBACK = failed -> "fallback";
  private static final Backup<String> BACKUP =
      Backup.ofStage(() -> CompletableFuture.completedFuture("backup"));

  static Stream<Retry> retries() {
    RetryPolicy policy = RetryPolicy.builder().backoff(Backoff.none()).build();
    RetryPolicy hedged = RetryPolicy.parse("hedge=after(1h) idempotency=idempotent");
    return Stream.of(
        Retry.none(), Retry.of(policy), Retry.of(hedged).withExecutor(DIRECT).named("hedged"));
  }

  private static Stream<Executable> withoutOperation(Retry retry) {
    return Stream.of(
        () -> retry.callWith(null),
        () -> retry.runWith(null),
        () -> retry.execute(null),
        () -> retry.executeWith(null),
        () -> retry.callOrElse(null, FALLBACK),
        () -> retry.callWithOrElse(null, FALLBACK),
        () -> retry.callOrElse(null, BACKUP),
        () -> retry.callWithOrElse(null, BACKUP),
        () -> retry.callAsync(null),
        () -> retry.callAsyncWith(null),
        () -> retry.callAsync(null, DIRECT),
        () -> retry.callAsyncWith(null, DIRECT),
        () -> retry.callAsyncOrElse(null, FALLBACK),
        () -> retry.callAsyncWithOrElse(null, FALLBACK),
        () -> retry.callAsyncOrElse(null, DIRECT, FALLBACK),
        () -> retry.callAsyncWithOrElse(null, DIRECT, FALLBACK),
        () -> retry.callAsyncOrElse(null, BACKUP),
        () -> retry.callAsyncWithOrElse(null, BACKUP),
        () -> retry.callAsyncOrElse(null, DIRECT, BACKUP),
        () -> retry.callAsyncWithOrElse(null, DIRECT, BACKUP),
        () -> retry.executeAsync(null),
        () -> retry.executeAsyncWith(null),
        () -> retry.executeAsync(null, DIRECT),
        () -> retry.executeAsyncWith(null, DIRECT));
  }

  private static Stream<Executable> withoutExecutor(Retry retry) {
    return Stream.of(
        () -> retry.callAsync(() -> "x", null),
        () -> retry.callAsyncWith(attempt -> "x", null),
        () -> retry.callAsyncOrElse(() -> "x", null, FALLBACK),
        () -> retry.callAsyncWithOrElse(attempt -> "x", null, FALLBACK),
        () -> retry.callAsyncOrElse(() -> "x", null, BACKUP),
        () -> retry.callAsyncWithOrElse(attempt -> "x", null, BACKUP),
        () -> retry.executeAsync(() -> "x", null),
        () -> retry.executeAsyncWith(attempt -> "x", null));
  }

  static Stream<Arguments> calls() {
    return retries()
        .flatMap(
            retry ->
                Stream.concat(
                    withoutOperation(retry).map(call -> Arguments.of(retry, "operation", call)),
                    withoutExecutor(retry).map(call -> Arguments.of(retry, "executor", call))));
  }

  /** No call begins, and no future stays open. */
  @ParameterizedTest
  @MethodSource("calls")
  void of_a_call_are_refused_at_once(Retry retry, String argument, Executable call) {
    assertEquals(argument, assertThrows(NullPointerException.class, call).getMessage());
    assertEquals(1, retry.budgetLevel().orElse(1));
  }

  @Test
  void as_an_action_at_the_shutdown_are_refused_at_once() {
    Retry retry = Retry.of(RetryPolicy.defaults());
    assertEquals(
        "action",
        assertThrows(NullPointerException.class, () -> retry.onShutdown(null)).getMessage());
    retry.shutdown();
  }
}
