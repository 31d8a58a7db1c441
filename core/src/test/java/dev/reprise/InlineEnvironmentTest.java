package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.function.Operation;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.time.RetryEnvironment;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A timer that fires at once and an executor, both of which run tasks on the thread that submits
 * them.
 */
@Timeout(60)
class InlineEnvironmentTest {

  private static final int MANY = 5_000;

  /** A failure without a stack trace, which would be long here. */
  private static final class Quiet extends IOException {

    private static final long serialVersionUID = 1;

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  /** Makes a call whose attempts all fail. */
  private interface Form {

    CompletableFuture<RetryResult<String>> call(Retry retry, Operation<String, IOException> fail);
  }

  private final AtomicLong now = new AtomicLong();
  private final AtomicInteger attempts = new AtomicInteger();
  private final RetryEnvironment inline =
      RetryEnvironment.system()
          .withTicks(now::get)
          .withDelayer(
              (task, nanos) -> {
                now.addAndGet(nanos);
                task.run();
                return () -> {};
              })
          .withExecutor(Runnable::run);

  static Stream<Arguments> forms() {
    Executor here = Runnable::run;
    return Stream.of(
        form("a stage", (retry, fail) -> retry.executeAsync(() -> stage(fail))),
        form("seen", (retry, fail) -> retry.executeAsyncWith(one -> stage(fail))),
        form(
            "heard",
            (retry, fail) -> retry.withListener(event -> {}).executeAsync(() -> stage(fail))),
        form("blocking", (retry, fail) -> retry.executeAsync(fail, here)),
        form("blocking, seen", (retry, fail) -> retry.executeAsyncWith(one -> fail.call(), here)),
        form("a hedged stage", (retry, fail) -> hedged(retry).executeAsync(() -> stage(fail))),
        form("hedged, blocking", (retry, fail) -> hedged(retry).executeAsync(fail, here)));
  }

  private static Arguments form(String name, Form form) {
    return Arguments.of(name, form);
  }

  private static Retry hedged(Retry retry) {
    return retry.withPolicy(
        retry.policy().toBuilder()
            .idempotency(Idempotency.IDEMPOTENT)
            .hedge(Hedge.after(Duration.ofHours(1)))
            .build());
  }

  private static CompletableFuture<String> stage(Operation<String, IOException> operation) {
    try {
      return CompletableFuture.completedFuture(operation.call());
    } catch (IOException failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  private Retry retry(int maxAttempts) {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(maxAttempts)
            .withoutTimeLimit()
            .backoff(Backoff.fixed(Duration.ofMillis(1)))
            .build();
    return Retry.of(policy).withBudget(RetryBudget.unlimited()).withEnvironment(inline);
  }

  private String fail() throws IOException {
    attempts.incrementAndGet();
    throw new Quiet();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("forms")
  void a_long_call_makes_every_retry_and_ends(String name, Form form) throws Exception {
    Retry retry = retry(MANY);

    RetryResult<String> result = form.call(retry, this::fail).get(30, TimeUnit.SECONDS);

    assertEquals(StopReason.ATTEMPTS, result.stopReason());
    assertEquals(MANY, result.attempts());
    assertEquals(MANY, attempts.get());
    assertEquals(0, retry.state().view().retrying());
  }

  @Test
  void a_short_call_makes_its_retries_on_the_thread_of_the_caller() throws Exception {
    Thread caller = Thread.currentThread();

    CompletableFuture<RetryResult<String>> call =
        retry(10)
            .executeAsync(
                () -> {
                  assertSame(caller, Thread.currentThread());
                  return CompletableFuture.failedFuture(new Quiet());
                });

    assertEquals(10, call.getNow(null).attempts());
  }
}
