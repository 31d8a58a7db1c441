package dev.reprise.batch;

import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.SendResult;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests runs whose executors, timers and stages break their contracts. */
@Timeout(120)
class FaultyPartsTest {

  private static final long LIMIT_SECONDS = 60;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ExecutorService calls = Executors.newCachedThreadPool();

  @AfterEach
  void shutDown() {
    threads.shutdownNow();
    calls.shutdownNow();
  }

  /** A defect of an executor. */
  enum Defect {
    RUNS_TWICE,
    THROWS_ALTHOUGH_IT_RUNS
  }

  private Executor executor(Defect defect) {
    return task -> {
      threads.execute(task);
      if (defect == Defect.THROWS_ALTHOUGH_IT_RUNS) {
        throw new IllegalStateException("the number of tasks was not recorded");
      }
      threads.execute(task);
    };
  }

  @ParameterizedTest
  @EnumSource
  void one_thread_at_a_time_coordinates_a_sender_and_each_action_runs_once(Defect defect)
      throws Exception {
    ItemAccounts<Write> accounts = new ItemAccounts<>();
    Retry retry =
        Retry.of(RetryPolicy.none())
            .withEnvironment(RetryEnvironment.system().withExecutor(executor(defect)));
    BatchSender<Write> sender =
        Batch.of(retry, (List<Write> chunk) -> BatchReply.<Write>allDone())
            .chunkSize(3)
            .parallelism(4)
            .linger(Duration.ZERO)
            .withExecutor(calls)
            .withListener(accounts)
            .sender();
    AtomicInteger actions = new AtomicInteger();
    for (Write write : writes(2_000)) {
      sender.send(write).thenRun(actions::incrementAndGet);
    }
    sender.close();

    assertThat(actions).hasValue(2_000);
    assertThat(sender.report().join().counts().done()).isEqualTo(2_000);
    accounts.agreeWith(sender.report().join());
  }

  @Test
  void an_iterator_is_read_by_one_thread_although_its_executor_runs_tasks_twice() {
    Iterator<Write> items = writes(2_000).iterator();
    AtomicInteger readers = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Iterator<Write> watched =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return items.hasNext();
          }

          @Override
          public Write next() {
            most.accumulateAndGet(readers.incrementAndGet(), Math::max);
            Thread.yield();
            Write next = items.next();
            readers.decrementAndGet();
            return next;
          }
        };
    BatchReport<Write> report =
        Batch.of(RetryPolicy.none(), (List<Write> chunk) -> BatchReply.<Write>allDone())
            .readingOn(executor(Defect.RUNS_TWICE))
            .run(watched);

    assertThat(report.counts().done()).isEqualTo(2_000);
    assertThat(most).hasValue(1);
  }

  @Test
  void an_executor_of_calls_that_runs_tasks_twice_makes_each_call_once() {
    AtomicInteger sent = new AtomicInteger();
    BatchReport<Write> report =
        Batch.of(
                RetryPolicy.none(),
                (List<Write> chunk) -> {
                  sent.addAndGet(chunk.size());
                  return BatchReply.<Write>allDone();
                })
            .withExecutor(executor(Defect.RUNS_TWICE))
            .run(writes(2_000));

    assertThat(report.counts().done()).isEqualTo(2_000);
    assertThat(sent).hasValue(2_000);
  }

  private static Batch<Write> timedBy(Delayer timer) {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(2)
            .backoff(Backoff.fixed(Duration.ofMillis(1)))
            .attemptTimeout(Duration.ofMinutes(1))
            .build();
    Retry retry = Retry.of(policy).withEnvironment(RetryEnvironment.system().withDelayer(timer));
    AtomicInteger calls = new AtomicInteger();
    return Batch.of(
        retry,
        (List<Write> chunk) ->
            calls.incrementAndGet() == 1 ? BatchReply.nothingDone() : BatchReply.allDone());
  }

  @Test
  void a_timer_that_cannot_cancel_tasks_changes_nothing() {
    Delayer timer =
        (task, nanos) -> {
          Delayer.Scheduled unused = Delayer.system().schedule(task, nanos);
          return () -> {
            throw new IllegalStateException("cannot cancel");
          };
        };

    assertThat(timedBy(timer).run(writes(3)).allDone()).isTrue();
  }

  @Test
  void a_timer_that_returns_no_handle_has_rejected_the_task() {
    BatchReport<Write> report = timedBy((task, nanos) -> null).run(writes(3));

    assertThat(report.counts().accounted()).isEqualTo(3);
    assertThat(report.allDone()).isFalse();
  }

  @Test
  void a_timer_that_throws_has_rejected_the_task() throws Exception {
    Delayer broken =
        (task, nanos) -> {
          throw new AssertionError("a bug of the timer");
        };
    BatchSender<Write> sender =
        Batch.ofAsync(
                Retry.of(RetryPolicy.defaults())
                    .withEnvironment(RetryEnvironment.system().withDelayer(broken)),
                (List<Write> chunk) ->
                    CompletableFuture.completedFuture(BatchReply.<Write>nothingDone()))
            .sender();
    CompletableFuture<SendResult> future = sender.send(new Write(1, 1));
    BatchReport<Write> report = sender.report().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    sender.close();

    assertThat(report.stopReason()).isEqualTo(StopReason.EXECUTOR_REJECTED);
    assertThat(report.counts().dead()).isEqualTo(1);
    assertThat(future).isCompletedExceptionally();
  }

  /** A stage without a future, as one that is written for another library. */
  private static final class OwnStage extends CompletableFuture<BatchReply<Write>> {

    @Override
    public CompletableFuture<BatchReply<Write>> toCompletableFuture() {
      throw new AssertionError("this stage has no future");
    }
  }

  @Test
  void a_stage_that_cannot_be_cancelled_does_not_break_a_run_that_is_cancelled() throws Exception {
    CountDownLatch called = new CountDownLatch(1);
    BatchRun<Write> run =
        Batch.ofAsync(
                RetryPolicy.none(),
                (List<Write> chunk) -> {
                  called.countDown();
                  return new OwnStage();
                })
            .start(writes(3));
    called.await();
    run.cancel();
    List<StopReason> reasons = new ArrayList<>();
    run.report()
        .get(LIMIT_SECONDS, TimeUnit.SECONDS)
        .deadLetters()
        .forEach(dead -> reasons.add(dead.stopReason()));

    assertThat(reasons).hasSize(3).containsOnly(StopReason.CANCELLED);
  }
}
