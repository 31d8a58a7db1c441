package dev.reprise.verification.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.DrivenCall;
import dev.reprise.Retry;
import dev.reprise.RetryDriver;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.function.Operation;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Heap of an asynchronous call that waits for its retry, including the caller's lambda and the
 * timer's share. Of several rounds the lowest result is checked, since other work of the process
 * only adds to it.
 */
@Tag("proof")
class PendingCallSizeTest {

  private static final int CALLS = 50_000;
  private static final int ROUNDS = 3;
  private static final int MOST_BYTES = 160;
  private static final int MOST_DRIVEN_BYTES = 600;

  private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
  private static final IOException FAILURE = new SharedFailure();
  private static final Duration LONG = Duration.ofHours(1);

  private final Object[] pending = new Object[CALLS];

  enum Kind {
    FIXED(Backoff.fixed(LONG), RetryBudget.unlimited()),
    EXPONENTIAL_WITH_JITTER(
        Backoff.exponential(LONG).jitter(Jitter.equal()), RetryBudget.unlimited()),
    PAID_BY_A_BUDGET(Backoff.fixed(LONG), RetryBudget.bucket(10_000_000, 1));

    private final Backoff backoff;
    private final RetryBudget budget;

    Kind(Backoff backoff, RetryBudget budget) {
      this.backoff = backoff;
      this.budget = budget;
    }

    Retry retry() {
      RetryPolicy policy =
          RetryPolicy.builder().maxAttempts(2).withoutTimeLimit().backoff(backoff).build();
      return Retry.of(policy).withBudget(budget.newInstance());
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_call_whose_stage_failed_takes_at_most_160_bytes_while_it_waits(Kind kind) {
    CompletionStage<String> failed = CompletableFuture.failedFuture(FAILURE);
    assertSmall(kind.retry(), () -> fetch("order-7", failed));
  }

  @Test
  void a_call_whose_operation_threw_takes_at_most_160_bytes_while_it_waits() {
    assertSmall(Kind.FIXED.retry(), () -> failToFetch("order-7", FAILURE));
  }

  /** A new lambda for each call, with two references. */
  private static Operation<CompletionStage<String>, IOException> fetch(
      String page, CompletionStage<String> answer) {
    return () -> page.isEmpty() ? CompletableFuture.completedStage(page) : answer;
  }

  private static Operation<CompletionStage<String>, IOException> failToFetch(
      String page, IOException failure) {
    return () -> {
      if (page.isEmpty()) {
        return CompletableFuture.completedStage(page);
      }
      throw failure;
    };
  }

  /** Four times as much: the reason why a call by callAsync does not use a driver. */
  @Test
  void a_call_that_its_caller_drives_takes_at_most_600_bytes_while_it_waits() {
    Retry retry = Kind.FIXED.retry();
    RetryDriver driver = retry.driver();
    assertSmall(
        MOST_DRIVEN_BYTES,
        () -> driver.failed(driver.begin(), RetryReport.mark(), FAILURE),
        call -> ((DrivenCall<?>) call).close());
    assertEquals(0, retry.state().view().retrying());
  }

  private void assertSmall(
      Retry retry, Supplier<Operation<CompletionStage<String>, IOException>> operations) {
    assertSmall(
        MOST_BYTES,
        () -> retry.callAsync(operations.get()),
        call -> ((CompletableFuture<?>) call).cancel(false));
  }

  private void assertSmall(int most, Supplier<Object> begin, Consumer<Object> end) {
    long lowest = bytesOfAll(begin, end);
    for (int round = 1; round < ROUNDS; round++) {
      lowest = Math.min(lowest, bytesOfAll(begin, end));
    }
    double each = (double) lowest / CALLS;
    assertTrue(each <= most, () -> "bytes of a pending call: " + each);
    assertTrue(each > 0, () -> "calls that are not there: " + each);
  }

  private long bytesOfAll(Supplier<Object> begin, Consumer<Object> end) {
    long before = usedBytes();
    for (int call = 0; call < CALLS; call++) {
      pending[call] = begin.get();
    }
    long after = usedBytes();
    for (Object call : pending) {
      assertFalse(call instanceof CompletableFuture<?> future && future.isDone());
      end.accept(call);
    }
    Arrays.fill(pending, null);
    return after - before;
  }

  private static long usedBytes() {
    System.gc();
    System.gc();
    return MEMORY.getHeapMemoryUsage().getUsed();
  }

  /** One failure for all calls, without a stack trace and without suppressed exceptions. */
  private static final class SharedFailure extends IOException {

    private static final long serialVersionUID = 1;

    SharedFailure() {
      super("down");
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }
}
