package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.decision.StopReason;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.time.RetryEnvironment;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Executors whose {@code execute} blocks, called when the library's own timer is due. */
@Timeout(60)
class BlockedExecutorTest {

  private static final Duration BRIEF = Duration.ofMillis(1);
  private static final Duration NEVER = Duration.ofHours(1);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch release = new CountDownLatch(1);
  private final CountDownLatch blocked = new CountDownLatch(1);
  private final Set<String> callers = ConcurrentHashMap.newKeySet();

  /** Never returns from {@code execute} before the end of the test. */
  private final Executor stuck =
      task -> {
        blocked.countDown();
        awaitQuietly(release);
        threads.execute(task);
      };

  /** Records the threads that call it. */
  private final Executor watching =
      task -> {
        callers.add(Thread.currentThread().getName());
        threads.execute(task);
      };

  @AfterEach
  void stop() {
    release.countDown();
    threads.shutdown();
  }

  private static Retry retry(Duration pause) {
    return Retry.of(policy().backoff(Backoff.fixed(pause)).build())
        .withBudget(RetryBudget.unlimited());
  }

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder()
        .maxAttempts(3)
        .withoutTimeLimit()
        .idempotency(Idempotency.IDEMPOTENT);
  }

  private static CompletableFuture<String> failing() {
    return CompletableFuture.failedFuture(new IOException("down"));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  private static <T> RetryResult<T> soon(CompletableFuture<RetryResult<T>> call) throws Exception {
    return call.get(30, TimeUnit.SECONDS);
  }

  @Test
  void all_calls_end_on_an_executor_that_blocks_its_callers_until_a_slot_is_free()
      throws Exception {
    Semaphore slots = new Semaphore(2);
    Executor bounded =
        task -> {
          slots.acquireUninterruptibly();
          threads.execute(
              () -> {
                try {
                  task.run();
                } finally {
                  slots.release();
                }
              });
        };
    Retry retry = Retry.of(policy().attemptTimeout(NEVER).backoff(Backoff.fixed(BRIEF)).build());
    AtomicInteger attempts = new AtomicInteger();
    List<CompletableFuture<RetryResult<String>>> calls = new ArrayList<>();
    for (int call = 0; call < 6; call++) {
      calls.add(
          retry
              .withBudget(RetryBudget.unlimited())
              .executeAsync(
                  () -> {
                    attempts.incrementAndGet();
                    // The slot is held while an attempt timeout of an unrelated call is needed.
                    assertTimesOut();
                    throw new IOException("down");
                  },
                  bounded));
    }

    for (CompletableFuture<RetryResult<String>> call : calls) {
      assertEquals(StopReason.ATTEMPTS, soon(call).stopReason());
    }
    assertEquals(18, attempts.get());
    assertEquals(0, retry.state().view().retrying());
  }

  private static void assertTimesOut() {
    Retry once = Retry.of(policy().maxAttempts(1).attemptTimeout(BRIEF).build());
    assertInstanceOf(
        AttemptTimeoutException.class,
        once.execute(() -> new CountDownLatch(1).await(1, TimeUnit.HOURS)).failure());
  }

  @Test
  void an_executor_that_never_returns_blocks_only_the_calls_that_use_it() throws Exception {
    CompletableFuture<?> own = retry(BRIEF).withExecutor(stuck).callAsync(() -> failing());
    CompletableFuture<?> next = retry(BRIEF).withExecutor(stuck).callAsync(() -> failing());
    awaitQuietly(blocked);

    assertTimesOut();
    assertEquals(3, soon(retry(BRIEF).executeAsync(() -> failing())).attempts());
    assertEquals(
        3, soon(retry(BRIEF).withExecutor(watching).executeAsync(() -> failing())).attempts());
    assertEquals("hedged", hedged(watching).get(30, TimeUnit.SECONDS));
    assertFalse(own.isDone());
    assertFalse(next.isDone());

    release.countDown();
    assertThrows(Exception.class, () -> own.get(30, TimeUnit.SECONDS));
    assertThrows(Exception.class, () -> next.get(30, TimeUnit.SECONDS));
  }

  private static CompletableFuture<String> hedged(Executor executor) {
    AtomicInteger attempts = new AtomicInteger();
    return Retry.of(policy().hedge(Hedge.after(BRIEF)).build())
        .withExecutor(executor)
        .callAsync(
            () ->
                attempts.incrementAndGet() == 1
                    ? new CompletableFuture<String>()
                    : CompletableFuture.completedFuture("hedged"));
  }

  @Test
  void calls_no_executor_on_the_timer_thread() throws Exception {
    soon(retry(BRIEF).withExecutor(watching).executeAsync(() -> failing()));
    hedged(watching).get(30, TimeUnit.SECONDS);
    soon(
        Retry.of(policy().maxAttempts(1).attemptTimeout(BRIEF).build())
            .withExecutor(watching)
            .executeAsync(() -> new CompletableFuture<String>()));
    assertFalse(callers.isEmpty());
    assertFalse(callers.contains("reprise-timer"), callers::toString);
  }

  @Test
  void a_shutdown_ends_calls_in_an_environment_whose_executor_never_returns() throws Exception {
    Retry other = retry(NEVER);
    Retry retry = retry(NEVER).withEnvironment(RetryEnvironment.system().withExecutor(stuck));
    CompletableFuture<?> own = retry.callAsync(() -> failing());
    CompletableFuture<RetryResult<String>> unrelated = other.executeAsync(() -> failing());

    retry.shutdown();
    awaitQuietly(blocked);
    other.shutdown();

    assertEquals(StopReason.SHUT_DOWN, soon(unrelated).stopReason());
    assertFalse(own.isDone());
    release.countDown();
    assertThrows(Exception.class, () -> own.get(30, TimeUnit.SECONDS));
  }
}
