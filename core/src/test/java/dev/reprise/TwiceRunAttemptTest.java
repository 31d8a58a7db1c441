package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.function.Operation;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Blocking attempts on an executor that runs every task twice, at the same time. */
@Timeout(60)
class TwiceRunAttemptTest {

  /** Makes a call that fails. */
  private interface Form {

    int attempts(Retry retry, Executor executor, Operation<String, IOException> operation)
        throws Exception;
  }

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ThreadLocal<CountDownLatch> twin = new ThreadLocal<>();
  private final Set<CountDownLatch> begun = ConcurrentHashMap.newKeySet();
  private final AtomicInteger made = new AtomicInteger();

  @AfterEach
  void stop() {
    threads.shutdown();
  }

  /** Runs a task on two threads, and returns when one of them has finished it. */
  private void twice(Runnable task) {
    CountDownLatch either = new CountDownLatch(1);
    for (int run = 0; run < 2; run++) {
      threads.execute(
          () -> {
            twin.set(either);
            task.run();
            either.countDown();
          });
    }
    await(either);
  }

  /** Ends when the other run of its task has passed this point or has reached it too. */
  private String fail() throws IOException {
    made.incrementAndGet();
    CountDownLatch either = twin.get();
    if (!begun.add(either)) {
      either.countDown();
    }
    await(either);
    throw new IOException("down");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  static Stream<Arguments> forms() {
    return Stream.concat(
        Stream.of(
            form("execute", (retry, executor, operation) -> retry.execute(operation).attempts()),
            form(
                "executeWith",
                (retry, executor, operation) ->
                    retry.executeWith(one -> operation.call()).attempts())),
        formsThatNameTheirExecutor());
  }

  static Stream<Arguments> formsThatNameTheirExecutor() {
    return Stream.of(
        form(
            "executeAsync",
            (retry, executor, operation) ->
                retry.executeAsync(operation, executor).get(30, TimeUnit.SECONDS).attempts()),
        form(
            "executeAsyncWith",
            (retry, executor, operation) ->
                retry
                    .executeAsyncWith(one -> operation.call(), executor)
                    .get(30, TimeUnit.SECONDS)
                    .attempts()));
  }

  private static Arguments form(String name, Form form) {
    return Arguments.of(name, form);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("forms")
  void a_hedged_call_runs_the_operation_once_for_each_attempt(String name, Form form)
      throws Exception {
    assertOnce(policy().hedge(Hedge.after(Duration.ofHours(1))).build(), form);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("formsThatNameTheirExecutor")
  void an_unhedged_call_runs_the_operation_once_for_each_attempt(String name, Form form)
      throws Exception {
    assertOnce(policy().build(), form);
  }

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder()
        .maxAttempts(3)
        .withoutTimeLimit()
        .backoff(Backoff.none())
        .idempotency(Idempotency.IDEMPOTENT);
  }

  private void assertOnce(RetryPolicy policy, Form form) throws Exception {
    Retry retry = Retry.of(policy).withBudget(RetryBudget.unlimited()).withExecutor(this::twice);

    assertEquals(3, form.attempts(retry, this::twice, this::fail));

    assertEquals(3, made.get());
    assertEquals(0, retry.state().view().retrying());
  }
}
