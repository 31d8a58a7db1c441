package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.context.CallContext;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** User code that fails while a failure of it is handled. */
class ThrowingPartsTest {

  private static final Logger LOGGER = Logger.getLogger("dev.reprise");
  private static final RetryPolicy POLICY =
      RetryPolicy.builder().maxAttempts(3).backoff(Backoff.fixed(Duration.ofMillis(5))).build();

  private final Handler full = new FullDisk();
  private int attempts;

  /** The exceptions of a logger that writes to a full disk. */
  private static final class FullDisk extends Handler {

    @Override
    public void publish(LogRecord entry) {
      throw new IllegalStateException("disk full");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /** A failure whose {@code toString} throws. */
  private static final class Unspeakable extends RuntimeException {

    private static final long serialVersionUID = 1;

    @Override
    public String toString() {
      throw new AssertionError("no words");
    }
  }

  @AfterEach
  void restore() {
    LOGGER.removeHandler(full);
    LOGGER.setLevel(null);
    Thread.interrupted();
  }

  private String failOnce() throws IOException {
    attempts++;
    if (attempts == 1) {
      throw new IOException("reset");
    }
    return "ok";
  }

  private CompletableFuture<String> failOnceLater() {
    try {
      return CompletableFuture.completedFuture(failOnce());
    } catch (IOException failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  static Stream<Arguments> throwingParts() {
    CallContext context =
        () -> {
          throw new Unspeakable();
        };
    return Stream.<UnaryOperator<Retry>>of(
            retry ->
                retry.withListener(
                    event -> {
                      throw new Unspeakable();
                    }),
            retry -> retry.withBudget(new ThrowingBudget()),
            retry -> retry.withContext(context))
        .map(Arguments::of);
  }

  @ParameterizedTest
  @MethodSource("throwingParts")
  void a_part_whose_exception_cannot_be_logged_changes_nothing(UnaryOperator<Retry> part)
      throws Exception {
    LOGGER.setLevel(Level.ALL);
    LOGGER.addHandler(full);
    Retry retry = part.apply(Retry.of(POLICY));

    assertEquals("ok", retry.call(this::failOnce));
    assertEquals(2, attempts);
    attempts = 0;
    assertEquals("ok", retry.callAsync(this::failOnceLater).join());
    attempts = 0;
    assertEquals("ok", retry.callAsync(this::failOnce, Runnable::run).join());
    assertEquals(0, retry.state().view().retrying());
  }

  @Test
  void a_rejected_result_whose_close_throws_changes_nothing() {
    LOGGER.setLevel(Level.ALL);
    LOGGER.addHandler(full);
    RetryPolicy policy =
        POLICY.toBuilder()
            .retryOnResult(AutoCloseable.class, any -> true)
            .closingRejected()
            .build();
    Retry retry = Retry.of(policy);

    RetryResult<AutoCloseable> result =
        retry.execute(
            () ->
                () -> {
                  throw new Unspeakable();
                });

    assertEquals(StopReason.ATTEMPTS, result.stopReason());
    assertEquals(0, retry.state().view().retrying());
  }

  /** Grants every permit, and throws on notifications, copies and queries. */
  private static final class ThrowingBudget implements RetryBudget {

    @Override
    public boolean readsTicks() {
      throw new Unspeakable();
    }

    @Override
    public void callStarted(long nowNanos) {
      throw new Unspeakable();
    }

    @Override
    public void firstAttemptSucceeded(long nowNanos) {
      throw new Unspeakable();
    }

    @Override
    public void firstAttemptFailed(long nowNanos) {
      throw new Unspeakable();
    }

    @Override
    public boolean tryAcquire(long nowNanos) {
      return true;
    }

    @Override
    public void permitReturned(boolean succeeded, long nowNanos) {
      throw new Unspeakable();
    }

    @Override
    public void callFinished(long nowNanos) {
      throw new Unspeakable();
    }

    @Override
    public RetryBudget newInstance() {
      throw new Unspeakable();
    }

    @Override
    public boolean isFull(long nowNanos) {
      throw new Unspeakable();
    }

    @Override
    public long retriesWhenFull() {
      return Long.MAX_VALUE;
    }
  }

  @Test
  void a_budget_that_cannot_create_a_new_instance_is_shared_by_all_keys() throws Exception {
    Retry retry = Retry.of(POLICY).withBudget(new ThrowingBudget());

    assertEquals("ok", retry.on("host").call(this::failOnce));
    assertTrue(retry.on("other").state().budget().tryAcquire(0));
  }

  /** A wrapper whose {@code getCause} throws. */
  private static final class Closed extends CompletionException {

    private static final long serialVersionUID = 1;

    @Override
    public synchronized Throwable getCause() {
      throw new IllegalStateException("lost");
    }
  }

  @Test
  void a_fallback_is_called_for_a_failure_whose_cause_cannot_be_read() throws Exception {
    Retry retry = Retry.of(POLICY);

    String blocking =
        retry.callOrElse(
            () -> {
              throw new Closed();
            },
            failed -> "instead of " + failed.failure().getClass().getSimpleName());
    String later =
        retry
            .callAsyncOrElse(
                () -> CompletableFuture.<String>failedFuture(new Closed()), failed -> "instead")
            .join();

    assertEquals("instead of Closed", blocking);
    assertEquals("instead", later);
  }

  @Test
  void a_sleeper_that_returns_after_an_interrupt_ends_the_wait() {
    Sleeper interrupted = nanos -> Thread.currentThread().interrupt();
    Retry retry =
        Retry.of(
                POLICY.toBuilder()
                    .backoff(Backoff.fixed(Duration.ofDays(1)))
                    .withoutTimeLimit()
                    .build())
            .withEnvironment(RetryEnvironment.system().withSleeper(interrupted));

    RetryResult<String> result =
        retry.execute(
            () -> {
              attempts++;
              throw new IOException("reset");
            });

    assertEquals(StopReason.INTERRUPTED, result.stopReason());
    assertEquals(1, attempts);
    assertTrue(Thread.interrupted());
  }

  @Test
  void a_timer_that_returns_no_handle_has_rejected_the_wait() {
    Delayer none = (task, nanos) -> null;
    Retry retry = Retry.of(POLICY).withEnvironment(RetryEnvironment.system().withDelayer(none));

    RetryResult<String> stages =
        retry
            .executeAsync(() -> CompletableFuture.<String>failedFuture(new IOException("reset")))
            .join();
    RetryResult<String> onExecutor =
        retry
            .<String>executeAsync(
                () -> {
                  throw new IOException("reset");
                },
                Runnable::run)
            .join();

    for (RetryResult<String> result : new RetryResult[] {stages, onExecutor}) {
      assertEquals(StopReason.EXECUTOR_REJECTED, result.stopReason());
      assertNotNull(result.failure());
      assertTrue(
          result.failure().getSuppressed()[0].getMessage().startsWith("the delayer returned null"));
    }
    assertEquals(0, retry.state().view().retrying());
  }
}
