package dev.reprise.batch;

import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.time.RetryEnvironment;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tests with real threads and real time. */
class ThreadsTest {

  private static final RetryPolicy QUICK =
      RetryPolicy.builder()
          .unlimitedAttempts()
          .within(Duration.ofMinutes(2))
          .backoff(Backoff.fixed(Duration.ofNanos(100_000)))
          .build();

  @Test
  void the_number_of_parallel_calls_reaches_but_never_exceeds_its_limit() {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CyclicBarrier four = new CyclicBarrier(4);
    BatchReport<Write> report =
        Batch.of(
                QUICK,
                (List<Write> chunk) -> {
                  most.accumulateAndGet(now.incrementAndGet(), Math::max);
                  four.await();
                  now.decrementAndGet();
                  return BatchReply.<Write>allDone();
                })
            .chunkSize(1)
            .parallelism(4)
            .run(writes(40));

    assertThat(report.allDone()).isTrue();
    assertThat(most).hasValue(4);
  }

  @Test
  void many_partial_replies_lose_nothing() {
    Set<Integer> stored = ConcurrentHashMap.newKeySet();
    ItemAccounts<Write> accounts = new ItemAccounts<>();
    Batch<Write> batch =
        Batch.of(QUICK, (List<Write> chunk) -> partly(chunk, stored)).withListener(accounts);
    BatchReport<Write> blocking = batch.run(writes(20_000));

    assertThat(blocking.allDone()).isTrue();
    assertThat(stored).hasSize(20_000);
    accounts.agreeWith(blocking);
    assertThat(
            Batch.of(QUICK, (List<Write> chunk) -> partly(chunk, stored))
                .runAsync(writes(20_000))
                .join()
                .allDone())
        .isTrue();
  }

  private static BatchReply<Write> partly(List<Write> chunk, Set<Integer> stored) {
    int done = ThreadLocalRandom.current().nextInt(chunk.size() + 1);
    chunk.subList(0, done).forEach(write -> stored.add(write.key()));
    return BatchReply.unprocessed(chunk.subList(done, chunk.size()));
  }

  @Test
  void an_interrupt_of_the_waiting_caller_interrupts_the_calls_and_sets_the_flag()
      throws InterruptedException, ExecutionException {
    CountDownLatch under = new CountDownLatch(2);
    AtomicReference<Boolean> flag = new AtomicReference<>();
    FutureTask<BatchReport<Write>> task =
        new FutureTask<>(
            () -> {
              BatchReport<Write> report =
                  Batch.of(
                          QUICK,
                          (List<Write> chunk) -> {
                            under.countDown();
                            new CountDownLatch(1).await();
                            return BatchReply.<Write>allDone();
                          })
                      .chunkSize(5)
                      .parallelism(2)
                      .run(writes(100));
              flag.set(Thread.currentThread().isInterrupted());
              return report;
            });
    Thread caller = new Thread(task);
    caller.start();
    under.await();
    caller.interrupt();
    BatchReport<Write> report = task.get();

    assertThat(report.stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(report.counts().dead()).isEqualTo(10);
    assertThat(report.counts().notAttempted()).isEqualTo(90);
    assertThat(flag).hasValue(true);
  }

  @Test
  void an_executor_that_was_shut_down_stops_the_run() {
    ExecutorService gone = Executors.newSingleThreadExecutor();
    gone.shutdown();
    BatchReport<Write> report =
        Batch.of(QUICK, (List<Write> chunk) -> BatchReply.<Write>allDone())
            .withExecutor(gone)
            .runAsync(writes(10))
            .join();

    assertThat(report.stopReason()).isEqualTo(StopReason.EXECUTOR_REJECTED);
    assertThat(report.counts().notAttempted()).isEqualTo(10);
  }

  @Test
  void a_started_run_completes_although_the_environments_executor_rejects_every_task() {
    Retry retry = Retry.of(QUICK).withEnvironment(withoutExecutor());
    BatchReport<Write> report =
        Batch.ofAsync(
                retry,
                (List<Write> chunk) ->
                    CompletableFuture.completedFuture(BatchReply.<Write>allDone()))
            .runAsync(writes(100))
            .join();

    assertThat(report.allDone()).isTrue();
  }

  static RetryEnvironment withoutExecutor() {
    return RetryEnvironment.system()
        .withExecutor(
            task -> {
              throw new RejectedExecutionException("takes nothing");
            });
  }
}
