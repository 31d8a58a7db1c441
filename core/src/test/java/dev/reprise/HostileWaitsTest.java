package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.decision.StopReason;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sleepers, timers and failures of users that break their contracts: calls end all the same. */
@Timeout(60)
class HostileWaitsTest {

  private static final Duration BRIEF = Duration.ofMillis(1);
  private static final Duration LONG = Duration.ofHours(1);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch interrupted = new CountDownLatch(1);
  private final AtomicInteger attempts = new AtomicInteger();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder()
        .maxAttempts(2)
        .withoutTimeLimit()
        .backoff(Backoff.fixed(BRIEF))
        .idempotency(Idempotency.IDEMPOTENT);
  }

  private Retry retry(RetryPolicyBuilder policy, RetryEnvironment environment) {
    return Retry.of(policy.build())
        .withBudget(RetryBudget.unlimited())
        .withEnvironment(environment)
        .withExecutor(threads);
  }

  private String hang() throws InterruptedException {
    attempts.incrementAndGet();
    try {
      new CountDownLatch(1).await();
      return "never";
    } catch (InterruptedException interrupt) {
      interrupted.countDown();
      throw interrupt;
    }
  }

  private static <T> RetryResult<T> soon(CompletableFuture<RetryResult<T>> call) throws Exception {
    return call.get(30, TimeUnit.SECONDS);
  }

  @Test
  void a_sleeper_that_cancels_ends_a_hedged_call_and_its_attempts() throws Exception {
    Sleeper cancelling =
        nanos -> {
          throw new CancellationException("enough");
        };
    Retry retry =
        retry(policy().hedge(Hedge.after(LONG)), RetryEnvironment.system().withSleeper(cancelling));

    RetryResult<String> result = retry.execute(this::hang);

    assertEquals(StopReason.CANCELLED, result.stopReason());
    assertInstanceOf(CancellationException.class, result.failure());
    assertNotNull(result.report());
    assertTrue(attempts.get() == 0 || interrupted.await(30, TimeUnit.SECONDS));
    assertEquals(0, retry.state().view().retrying());
  }

  @Test
  void a_sleeper_that_throws_ends_a_hedged_call_and_its_attempts() throws Exception {
    IllegalStateException bug = new IllegalStateException("no sleep");
    CountDownLatch begun = new CountDownLatch(1);
    Sleeper broken =
        nanos -> {
          begun.await();
          throw bug;
        };
    Retry retry =
        retry(policy().hedge(Hedge.after(LONG)), RetryEnvironment.system().withSleeper(broken));

    assertSame(
        bug,
        assertThrows(
            IllegalStateException.class,
            () ->
                retry.call(
                    () -> {
                      begun.countDown();
                      return hang();
                    })));
    assertTrue(interrupted.await(30, TimeUnit.SECONDS));
    assertEquals(0, retry.state().view().retrying());
  }

  /** A timer whose tasks run and cannot be cancelled. */
  private static Delayer unforgiving() {
    return (task, nanos) -> {
      Delayer.Scheduled scheduled = Delayer.system().schedule(task, nanos);
      return () -> {
        scheduled.cancel();
        throw new IllegalStateException("cannot be taken back");
      };
    };
  }

  @Test
  void a_timer_whose_tasks_cannot_be_cancelled_ends_no_call_and_blocks_none() throws Exception {
    RetryEnvironment world = RetryEnvironment.system().withDelayer(unforgiving());
    List<RetryPolicyBuilder> policies =
        List.of(
            policy(),
            policy().attemptTimeout(LONG),
            policy().hedge(Hedge.after(LONG)),
            policy().hedge(Hedge.after(LONG)).within(Duration.ofSeconds(5)),
            policy().hedge(Hedge.after(LONG)).attemptTimeout(LONG));
    for (RetryPolicyBuilder policy : policies) {
      Retry retry = retry(policy, world);
      assertEquals("page", retry.call(() -> "page"));
      assertEquals("page", soon(retry.executeAsync(() -> later("page"))).value());
      assertEquals("page", soon(retry.executeAsync(() -> "page", threads)).value());
      assertEquals(2, soon(retry.executeAsync(HostileWaitsTest::failing)).attempts());
      CompletableFuture<String> cancelled = retry.callAsync(CompletableFuture::new);
      assertTrue(cancelled.cancel(true));
      assertEquals(0, retry.state().view().retrying());
    }
  }

  @Test
  void an_attempt_timeout_that_cannot_be_cancelled_is_logged_and_changes_nothing()
      throws Exception {
    Retry retry =
        retry(policy().attemptTimeout(BRIEF), RetryEnvironment.system().withDelayer(unforgiving()));

    RetryResult<Object> result = soon(retry.executeAsync(() -> new CompletableFuture<>()));

    assertInstanceOf(AttemptTimeoutException.class, result.failure());
    assertEquals(2, result.attempts());
  }

  @Test
  void a_timer_that_rejects_tasks_or_returns_null_ends_the_call() throws Exception {
    Delayer refusing =
        (task, nanos) -> {
          throw new IllegalStateException("no timer");
        };
    List<RetryEnvironment> worlds =
        List.of(
            RetryEnvironment.system().withDelayer(refusing),
            new FakeEnvironment() {
              @Override
              public Delayer delayer() {
                throw new IllegalStateException("no timer");
              }
            });
    for (RetryEnvironment world : worlds) {
      for (RetryPolicyBuilder policy : List.of(policy(), policy().attemptTimeout(LONG))) {
        Retry retry = retry(policy, world);
        RetryResult<String> failed = soon(retry.executeAsync(HostileWaitsTest::failing));
        assertNotNull(failed.failure());
        assertEquals(0, retry.state().view().retrying());
      }
    }
  }

  @Test
  void a_failure_whose_cause_throws_completes_the_future() throws Exception {
    CompletionException hostile =
        new CompletionException("down", null) {
          private static final long serialVersionUID = 1;

          @Override
          public synchronized Throwable getCause() {
            throw new AssertionError("no cause");
          }
        };
    List<RetryPolicyBuilder> policies =
        List.of(policy(), policy().attemptTimeout(LONG), policy().hedge(Hedge.after(LONG)));
    for (RetryPolicyBuilder policy : policies) {
      Retry retry = retry(policy, RetryEnvironment.system());
      CompletableFuture<String> stage = new CompletableFuture<>();
      CompletableFuture<RetryResult<String>> call = retry.executeAsync(() -> stage);
      stage.completeExceptionally(hostile);

      assertNotNull(soon(call).failure());
      assertNotNull(
          soon(retry.executeAsync(() -> CompletableFuture.failedFuture(hostile))).failure());
      assertEquals(0, retry.state().view().retrying());
    }
  }

  private static CompletableFuture<String> failing() {
    return CompletableFuture.failedFuture(new IOException("down"));
  }

  private CompletableFuture<String> later(String value) {
    return CompletableFuture.supplyAsync(() -> value, threads);
  }
}
