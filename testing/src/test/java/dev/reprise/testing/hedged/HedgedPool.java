package dev.reprise.testing.hedged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.Backoff;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Real threads for hedged attempts; counts tasks that end with the interrupt flag set. */
final class HedgedPool implements Executor, AutoCloseable {

  final ExecutorService threads;
  private final AtomicInteger flagged = new AtomicInteger();

  HedgedPool(int size) {
    threads = Executors.newFixedThreadPool(size);
  }

  /** Returns a policy with three attempts without a delay, and a hedge without a delay. */
  static RetryPolicyBuilder atOnce() {
    return RetryPolicy.builder()
        .idempotency(Idempotency.IDEMPOTENT)
        .backoff(Backoff.none())
        .hedge(Hedge.after(Duration.ZERO));
  }

  @Override
  public void execute(Runnable task) {
    threads.execute(
        () -> {
          task.run();
          if (Thread.currentThread().isInterrupted()) {
            flagged.incrementAndGet();
          }
        });
  }

  /** Waits until every task has ended. */
  @Override
  public void close() throws InterruptedException {
    threads.shutdown();
    assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).as("threads ended").isTrue();
  }

  int endedWithFlag() {
    return flagged.get();
  }

  /** Waits like an operation that ignores interrupts. */
  static void awaitStubbornly(CountDownLatch latch) {
    boolean open = false;
    while (!open) {
      try {
        open = latch.await(30, TimeUnit.SECONDS);
      } catch (InterruptedException ignored) {
        // deliberately lost
      }
    }
  }

  static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }
}
