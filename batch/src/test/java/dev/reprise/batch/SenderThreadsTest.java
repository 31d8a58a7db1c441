package dev.reprise.batch;

import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadItemException;
import dev.reprise.batch.report.SendResult;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests senders with real threads and real time. */
@Timeout(120)
class SenderThreadsTest {

  private static final long LIMIT_SECONDS = 60;

  private final CountDownLatch never = new CountDownLatch(1);

  private static Batch<Write> accepting() {
    return Batch.of(RetryPolicy.none(), (List<Write> chunk) -> BatchReply.<Write>allDone());
  }

  @Test
  void an_action_that_blocks_stalls_neither_the_run_nor_other_futures() throws Exception {
    CountDownLatch registered = new CountDownLatch(1);
    BatchSender<Write> sender =
        Batch.of(
                RetryPolicy.none(),
                (List<Write> chunk) -> {
                  registered.await();
                  return BatchReply.<Write>allDone();
                })
            .chunkSize(1)
            .parallelism(2)
            .sender();
    CountDownLatch blocked = new CountDownLatch(1);
    CompletableFuture<Void> action =
        sender
            .send(new Write(0, 0))
            .thenRun(
                () -> {
                  blocked.countDown();
                  awaitUninterruptibly();
                });
    registered.countDown();
    blocked.await();
    for (int i = 1; i < 100; i++) {
      assertThat(sender.send(new Write(i, i)).get(LIMIT_SECONDS, TimeUnit.SECONDS))
          .isEqualTo(SendResult.DONE);
    }
    assertThat(sender.closeAsync().get(LIMIT_SECONDS, TimeUnit.SECONDS).counts().done())
        .isEqualTo(100);
    assertThat(action).isNotDone();
    never.countDown();
    sender.close();
    assertThat(action).isDone();
  }

  private void awaitUninterruptibly() {
    boolean waiting = true;
    while (waiting) {
      try {
        never.await();
        waiting = false;
      } catch (InterruptedException ignored) {
        waiting = true;
      }
    }
  }

  @Test
  void actions_that_send_further_items_do_not_wait_for_each_other() throws Exception {
    BatchSender<Write> sender = accepting().chunkSize(1).parallelism(1).sender();
    CompletableFuture<?>[] actions = new CompletableFuture<?>[50];
    for (int i = 0; i < actions.length; i++) {
      Write next = new Write(1_000 + i, 0);
      actions[i] = sender.send(new Write(i, i)).thenRun(() -> sendFromAction(sender, next));
    }
    CompletableFuture.allOf(actions).get(LIMIT_SECONDS, TimeUnit.SECONDS);
    sender.close();

    assertThat(sender.report().join().counts().done()).isEqualTo(100);
  }

  private static void sendFromAction(BatchSender<Write> sender, Write next) {
    try {
      sender.send(next);
    } catch (InterruptedException interrupt) {
      throw new IllegalStateException(interrupt);
    }
  }

  @Test
  void a_slow_service_holds_up_fast_producers() throws Exception {
    CountDownLatch started = new CountDownLatch(2);
    BatchSender<Write> sender =
        Batch.of(
                RetryPolicy.none(),
                (List<Write> chunk) -> {
                  started.countDown();
                  never.await();
                  return BatchReply.<Write>allDone();
                })
            .chunkSize(5)
            .parallelism(2)
            .sender();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    AtomicInteger accepted = new AtomicInteger();
    Thread[] producers = new Thread[3];
    for (int i = 0; i < producers.length; i++) {
      producers[i] = new Thread(() -> push(sender, accepted, failure));
      producers[i].start();
    }
    started.await();
    // A thread also waits for a moment where another one holds a lock.
    while (accepted.get() < sender.capacity() || !allWait(producers)) {
      Thread.onSpinWait();
    }
    assertThat(accepted).hasValue(sender.capacity());
    assertThat(sender.trySend(new Write(0, 0))).isEmpty();
    never.countDown();
    for (Thread producer : producers) {
      producer.join();
    }
    sender.close();

    assertThat(failure).hasNullValue();
    assertThat(sender.report().join().counts().done()).isEqualTo(300);
  }

  private static boolean allWait(Thread[] threads) {
    for (Thread thread : threads) {
      Thread.State state = thread.getState();
      if (state != Thread.State.TIMED_WAITING && state != Thread.State.WAITING) {
        return false;
      }
    }
    return true;
  }

  private static void push(
      BatchSender<Write> sender, AtomicInteger accepted, AtomicReference<Throwable> failure) {
    try {
      for (Write write : writes(100)) {
        sender.send(write);
        accepted.incrementAndGet();
      }
    } catch (Throwable thrown) {
      failure.set(thrown);
    }
  }

  @Test
  void a_thread_that_its_pool_cannot_replace_waits_for_room() throws Exception {
    CountDownLatch full = new CountDownLatch(1);
    BatchSender<Write> sender =
        Batch.of(
                RetryPolicy.none(),
                (List<Write> chunk) -> {
                  full.await();
                  return BatchReply.<Write>allDone();
                })
            .chunkSize(1)
            .parallelism(1)
            .sender();
    ForkJoinPool pool =
        new ForkJoinPool(
            1,
            ForkJoinPool.defaultForkJoinWorkerThreadFactory,
            null,
            false,
            1,
            1,
            1,
            null,
            1,
            TimeUnit.MINUTES);
    AtomicReference<Thread> producer = new AtomicReference<>();
    ForkJoinTask<Integer> pushed =
        pool.submit(
            () -> {
              producer.set(Thread.currentThread());
              for (Write write : writes(100)) {
                sender.send(write);
              }
              return 100;
            });
    while (!pushed.isDone()
        && (producer.get() == null || !allWait(new Thread[] {producer.get()}))) {
      Thread.onSpinWait();
    }
    full.countDown();

    assertThat(pushed.get(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(100);
    sender.close();
    assertThat(sender.report().join().counts().done()).isEqualTo(100);
    pool.shutdownNow();
  }

  @Test
  void a_cancel_ends_a_sender_whose_call_ignores_interrupts() throws Exception {
    CountDownLatch called = new CountDownLatch(1);
    BatchSender<Write> sender =
        Batch.of(
                RetryPolicy.none(),
                (List<Write> chunk) -> {
                  called.countDown();
                  awaitUninterruptibly();
                  return BatchReply.<Write>allDone();
                })
            .linger(Duration.ZERO)
            .sender();
    CompletableFuture<SendResult> future = sender.send(new Write(1, 1));
    called.await();
    sender.cancel();
    sender.close();
    never.countDown();

    assertThat(future)
        .failsWithin(Duration.ofSeconds(LIMIT_SECONDS))
        .withThrowableOfType(java.util.concurrent.ExecutionException.class)
        .withCauseInstanceOf(DeadItemException.class);
  }

  @Test
  void a_sender_works_although_the_environments_executor_rejects_every_task() throws Exception {
    Retry retry = Retry.of(RetryPolicy.none()).withEnvironment(ThreadsTest.withoutExecutor());
    BatchSender<Write> sender =
        Batch.ofAsync(
                retry,
                (List<Write> chunk) ->
                    CompletableFuture.completedFuture(BatchReply.<Write>allDone()))
            .sender();
    List<CompletableFuture<SendResult>> futures = BatchSenderTest.sendAll(sender, writes(100));
    sender.close();

    assertThat(futures).allMatch(future -> future.getNow(null) == SendResult.DONE);
  }

  @Test
  void a_thread_that_is_interrupted_before_send_does_not_wait() throws Exception {
    Retry retry =
        Retry.of(
            RetryPolicy.builder()
                .maxAttempts(2)
                .backoff(Backoff.fixed(Duration.ofHours(1)))
                .withoutTimeLimit()
                .build());
    BatchSender<Write> sender =
        Batch.of(retry, (List<Write> chunk) -> BatchReply.<Write>nothingDone())
            .chunkSize(1)
            .parallelism(1)
            .sender();
    Thread.currentThread().interrupt();
    int accepted = 0;
    boolean interrupted = false;
    while (!interrupted) {
      try {
        sender.send(new Write(accepted, 0));
        accepted++;
      } catch (InterruptedException expected) {
        interrupted = true;
      }
    }
    sender.cancel();
    sender.close();
    BatchReport<Write> report = sender.report().join();

    assertThat(accepted).isBetween(1, 2);
    assertThat(report.counts().input()).isEqualTo(accepted);
    assertThat(report.stopReason()).isEqualTo(StopReason.CANCELLED);
  }

  @Test
  void the_operation_cannot_wait_for_the_run_that_waits_for_it() throws Exception {
    AtomicReference<BatchSender<Write>> itself = new AtomicReference<>();
    List<Throwable> refused = new CopyOnWriteArrayList<>();
    AtomicInteger accepted = new AtomicInteger(1); // how much room there is then is not known
    BatchSender<Write> sender =
        Batch.of(
                RetryPolicy.none(),
                (List<Write> chunk) -> {
                  if (chunk.get(0).key() == 0) {
                    try {
                      for (int i = 1; i < 100; i++) {
                        itself.get().send(new Write(i, i));
                        accepted.incrementAndGet();
                      }
                    } catch (IllegalStateException full) {
                      refused.add(full);
                    }
                    try {
                      itself.get().close();
                    } catch (IllegalStateException refusal) {
                      refused.add(refusal);
                    }
                  }
                  return BatchReply.<Write>allDone();
                })
            .chunkSize(1)
            .parallelism(1)
            .sender();
    itself.set(sender);
    sender.send(new Write(0, 0));
    BatchReport<Write> report = sender.report().get(LIMIT_SECONDS, TimeUnit.SECONDS);

    assertThat(refused).hasSize(2).allMatch(refusal -> refusal.getMessage().contains("operation"));
    assertThat(report.allDone()).isTrue();
    assertThat(report.counts().done()).isEqualTo(accepted.get());
  }

  @Test
  void an_action_that_depends_on_the_report_may_close_the_sender_and_does_not_delay_its_end()
      throws Exception {
    CountDownLatch action = new CountDownLatch(1);
    BatchSender<Write> sender = accepting().sender();
    CompletableFuture<Void> closes = sender.report().thenRun(sender::close);
    CompletableFuture<Void> blocks =
        sender
            .report()
            .thenRun(
                () -> {
                  action.countDown();
                  awaitUninterruptibly();
                });
    sender.send(new Write(1, 1));
    sender.closeAsync();
    action.await();
    sender.close();

    assertThat(sender.report()).isCompleted();
    assertThat(blocks).isNotDone();
    never.countDown();
    closes.get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }
}
