package dev.reprise.batch;

import static dev.reprise.batch.Batches.SECOND;
import static dev.reprise.batch.Batches.fourAttempts;
import static dev.reprise.batch.Batches.retry;
import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.batch.operation.BatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import dev.reprise.testing.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class StoppingTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final Retry retry = fourAttempts(time);
  private final ItemAccounts<Write> accounts = new ItemAccounts<>();
  private final List<List<Write>> calls = new ArrayList<>();

  /** Ten chunks of ten items, one at a time, a second each. */
  private Batch<Write> slow(Retry by) {
    return tens(
        by,
        chunk -> {
          time.pass(SECOND);
          return BatchReply.allDone();
        });
  }

  private Batch<Write> tens(Retry by, BatchOperation<Write> operation) {
    return Batch.of(
            by,
            (List<Write> chunk) -> {
              calls.add(List.copyOf(chunk));
              return operation.send(chunk);
            })
        .chunkSize(10)
        .parallelism(1)
        .withListener(accounts);
  }

  private void check(
      BatchReport<Write> report, StopReason reason, long done, long dead, long notAttempted) {
    assertThat(report.stopReason()).isEqualTo(reason);
    assertThat(report.counts().done()).isEqualTo(done);
    assertThat(report.counts().dead()).isEqualTo(dead);
    assertThat(report.counts().notAttempted()).isEqualTo(notAttempted);
    assertThat(report.allDone()).isFalse();
    accounts.agreeWith(report);
    time.runUntilIdle();
    assertThat(time.pending()).isZero();
  }

  @Test
  void no_call_starts_at_or_after_the_deadline_and_remaining_items_are_not_attempted() {
    Retry limited = retry(fourAttempts().within(SECOND.multipliedBy(3)).build(), time);

    check(slow(limited).run(writes(100)), StopReason.DEADLINE, 30, 0, 70);
  }

  @Test
  void only_items_that_were_read_from_an_iterator_are_counted() {
    Retry limited = retry(fourAttempts().within(SECOND.multipliedBy(3)).build(), time);
    BatchReport<Write> report = slow(limited).run(writes(100).iterator());

    check(report, StopReason.DEADLINE, 30, 0, report.counts().input() - 30);
    assertThat(report.counts().input()).isLessThanOrEqualTo(50);
    assertThat(report.sourceExhausted()).isFalse();
  }

  @Test
  void an_interrupt_of_the_caller_ends_the_run_with_a_complete_report_and_the_flag_set() {
    Thread caller = Thread.currentThread();
    time.schedule(SECOND.multipliedBy(2).plusMillis(500), caller::interrupt);
    BatchReport<Write> report = slow(retry).run(writes(100));

    assertThat(Thread.interrupted()).isTrue();
    check(report, StopReason.INTERRUPTED, 20, 10, 70);
    assertThat(time.elapsed()).isLessThan(SECOND.multipliedBy(3));
    assertThat(report.deadLetters()).allMatch(item -> item.stopReason() == StopReason.INTERRUPTED);
  }

  @Test
  void an_interrupt_during_a_wait_fails_unprocessed_items_with_their_last_message() {
    Thread caller = Thread.currentThread();
    time.schedule(SECOND.dividedBy(2), caller::interrupt);
    BatchReport<Write> report =
        tens(retry, chunk -> BatchReply.<Write>nothingDone().withMessage("busy")).run(writes(100));

    assertThat(Thread.interrupted()).isTrue();
    check(report, StopReason.INTERRUPTED, 0, 10, 90);
    assertThat(report.deadLetters()).allMatch(item -> item.message().equals("busy"));
  }

  @Test
  void a_cancelled_run_reports_its_done_items() {
    BatchRun<Write> run = slow(retry).start(writes(100));
    time.schedule(SECOND.multipliedBy(2).plusMillis(500), run::cancel);
    BatchReport<Write> report = time.await(run.report()).join();

    check(report, StopReason.CANCELLED, 20, 10, 70);
    assertThat(report.deadLetters()).allMatch(item -> item.stopReason() == StopReason.CANCELLED);
    run.cancel();
    assertThat(run.counts()).isEqualTo(report.counts());
  }

  /** Libraries wrap an interrupt in exceptions of their own, so that its class shows nothing. */
  @Test
  void a_call_that_a_cancel_interrupts_has_the_reason_of_the_run_whatever_it_throws() {
    BatchRun<Write> run =
        tens(
                retry,
                chunk -> {
                  try {
                    time.pass(SECOND);
                    return BatchReply.allDone();
                  } catch (InterruptedException interrupt) {
                    throw new IllegalStateException("the driver was interrupted", interrupt);
                  }
                })
            .start(writes(100));
    time.schedule(SECOND.multipliedBy(2).plusMillis(500), run::cancel);
    BatchReport<Write> report = time.await(run.report()).join();

    check(report, StopReason.CANCELLED, 20, 10, 70);
    assertThat(report.deadLetters())
        .allMatch(item -> item.stopReason() == StopReason.CANCELLED)
        .allMatch(item -> item.message().contains("the driver was interrupted"));
  }

  @Test
  void cancelling_the_future_stops_the_calls_and_notifies_listeners_of_every_item() {
    CompletableFuture<BatchReport<Write>> future = slow(retry).runAsync(writes(100));
    time.schedule(SECOND.multipliedBy(2).plusMillis(500), () -> future.cancel(false));
    time.runUntilIdle();

    assertThat(calls).hasSize(3);
    assertThat(accounts.done).hasSize(20);
    assertThat(accounts.dead).hasSize(10);
    assertThat(accounts.notAttempted).hasSize(70);
  }

  @Test
  void cancelling_cancels_stages_even_those_that_ignore_it() {
    List<CompletableFuture<BatchReply<Write>>> stages = new ArrayList<>();
    BatchRun<Write> run =
        Batch.ofAsync(
                retry,
                (List<Write> chunk) -> {
                  CompletableFuture<BatchReply<Write>> stage = new CompletableFuture<>();
                  stages.add(stage);
                  return stages.size() == 1 ? stage : stage.minimalCompletionStage();
                })
            .chunkSize(10)
            .parallelism(2)
            .withListener(accounts)
            .start(writes(100));
    time.schedule(SECOND, run::cancel);

    check(time.await(run.report()).join(), StopReason.CANCELLED, 0, 20, 80);
    assertThat(stages.get(0)).isCancelled();
  }

  @Test
  void a_shutdown_ends_the_waits_and_lets_running_calls_finish() {
    time.schedule(SECOND.multipliedBy(2).plusMillis(500), retry::shutdown);

    check(slow(retry).run(writes(100)), StopReason.SHUT_DOWN, 30, 0, 70);
  }

  @Test
  void a_shutdown_during_a_wait_fails_the_unprocessed_items() {
    time.schedule(SECOND.dividedBy(2), retry::shutdown);
    BatchReport<Write> report = tens(retry, chunk -> BatchReply.nothingDone()).run(writes(100));

    check(report, StopReason.SHUT_DOWN, 0, 10, 90);
    assertThat(time.elapsed()).isLessThan(SECOND);
  }

  @Test
  void an_executor_that_rejects_a_call_stops_the_run() {
    int[] taken = {0};
    BatchReport<Write> report =
        slow(retry)
            .withExecutor(
                task -> {
                  if (taken[0]++ == 2) {
                    throw new RejectedExecutionException("full");
                  }
                  time.executor().execute(task);
                })
            .run(writes(100));

    check(report, StopReason.EXECUTOR_REJECTED, 20, 0, 80);
  }

  @Test
  void an_executor_that_rejects_a_repeated_call_fails_its_items() {
    int[] taken = {0};
    BatchReport<Write> report =
        tens(retry, chunk -> BatchReply.nothingDone())
            .withExecutor(
                task -> {
                  if (taken[0]++ == 1) {
                    throw new IllegalStateException("broken");
                  }
                  time.executor().execute(task);
                })
            .run(writes(100));

    check(report, StopReason.EXECUTOR_REJECTED, 0, 10, 90);
  }

  @Test
  void a_call_that_an_executor_never_began_is_not_attempted() {
    BatchRun<Write> run = slow(retry).withExecutor(task -> {}).start(writes(100));
    time.schedule(SECOND, run::cancel);

    check(time.await(run.report()).join(), StopReason.CANCELLED, 0, 0, 100);
    assertThat(calls).isEmpty();
  }
}
