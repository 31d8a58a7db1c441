package dev.reprise.batch;

import static dev.reprise.batch.Batches.SECOND;
import static dev.reprise.batch.Batches.fourAttempts;
import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.batch.operation.BatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadItemException;
import dev.reprise.batch.report.NotAttemptedException;
import dev.reprise.batch.report.SendResult;
import dev.reprise.batch.report.SenderClosedException;
import dev.reprise.decision.StopReason;
import dev.reprise.testing.VirtualTime;
import dev.reprise.time.TickSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tests that each future of a sender completes, however its run ends. */
class StoppedSenderTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final Retry retry = fourAttempts(time);
  private final ItemAccounts<Write> accounts = new ItemAccounts<>();

  private Batch<Write> tens(BatchOperation<Write> operation) {
    return Batch.of(retry, operation).chunkSize(10).parallelism(1).withListener(accounts);
  }

  private Batch<Write> slow() {
    return tens(
        chunk -> {
          time.pass(SECOND);
          return BatchReply.allDone();
        });
  }

  private BatchReport<Write> end(BatchSender<Write> sender) {
    BatchReport<Write> report = time.await(sender.report()).join();
    time.runUntilIdle();
    accounts.agreeWith(report);
    return report;
  }

  private static Throwable failureOf(CompletableFuture<SendResult> future) {
    try {
      throw new AssertionError("completed with " + future.getNow(null));
    } catch (CompletionException failed) {
      return failed.getCause();
    }
  }

  private static void checkNotAttempted(
      List<CompletableFuture<SendResult>> futures, StopReason reason) {
    assertThat(futures)
        .allSatisfy(
            future ->
                assertThat(failureOf(future))
                    .isInstanceOfSatisfying(
                        NotAttemptedException.class,
                        left -> assertThat(left.stopReason()).isEqualTo(reason)));
  }

  private static void checkDead(List<CompletableFuture<SendResult>> futures, StopReason reason) {
    assertThat(futures)
        .allSatisfy(
            future ->
                assertThat(failureOf(future))
                    .isInstanceOfSatisfying(
                        DeadItemException.class,
                        dead -> assertThat(dead.deadLetter().stopReason()).isEqualTo(reason)));
  }

  @Test
  void a_cancelled_sender_completes_every_future() throws Exception {
    BatchSender<Write> sender = slow().sender();
    List<CompletableFuture<SendResult>> futures = new ArrayList<>();
    time.schedule(Duration.ofMillis(500), sender::cancel);
    for (Write write : writes(15)) {
      futures.add(sender.send(write));
    }
    CompletableFuture<?> flush = sender.flush();
    BatchReport<Write> report = end(sender);

    assertThat(report.stopReason()).isEqualTo(StopReason.CANCELLED);
    checkDead(futures.subList(0, 10), StopReason.CANCELLED);
    checkNotAttempted(futures.subList(10, 15), StopReason.CANCELLED);
    assertThat(flush).isCompleted();
    assertThatThrownBy(() -> sender.send(new Write(0, 0)))
        .isInstanceOfSatisfying(
            SenderClosedException.class,
            closed -> assertThat(closed.stopReason()).contains(StopReason.CANCELLED));
    sender.close();
  }

  @Test
  void a_sender_that_is_closed_says_so_before_its_items_are_sent() throws Exception {
    BatchSender<Write> sender = slow().sender();
    CompletableFuture<SendResult> sent = sender.send(new Write(1, 1));
    CompletableFuture<SenderClosedException> closed = sender.whenClosed();
    CompletableFuture<SenderClosedException> unwanted = sender.whenClosed();
    unwanted.cancel(false);
    time.advance(Duration.ZERO);
    assertThat(closed).isNotDone();

    sender.closeAsync();
    time.advance(Duration.ZERO);
    assertThat(closed.getNow(null).stopReason()).isEmpty();
    assertThat(sender.whenClosed()).isCompleted();
    assertThat(sent).isNotDone();
    assertThat(end(sender).counts().done()).isEqualTo(1);
  }

  @Test
  void a_sender_whose_run_is_stopped_says_why() {
    BatchSender<Write> sender = slow().sender();
    CompletableFuture<SenderClosedException> closed = sender.whenClosed();
    sender.cancel();
    time.runUntilIdle();

    assertThat(closed.getNow(null).stopReason()).contains(StopReason.CANCELLED);
  }

  @Test
  void cancelling_the_future_of_the_report_cancels_the_run() throws Exception {
    BatchSender<Write> sender = slow().sender();
    CompletableFuture<SendResult> future = sender.send(new Write(1, 1));
    sender.report().cancel(false);
    time.runUntilIdle();

    checkNotAttempted(List.of(future), StopReason.CANCELLED);
    sender.close();
  }

  @Test
  void a_shutdown_of_the_retry_lets_calls_finish_and_leaves_out_the_others() throws Exception {
    BatchSender<Write> sender = slow().sender();
    List<CompletableFuture<SendResult>> futures = BatchSenderTest.sendAll(sender, writes(15));
    time.schedule(Duration.ofMillis(500), retry::shutdown);
    BatchReport<Write> report = end(sender);

    assertThat(report.stopReason()).isEqualTo(StopReason.SHUT_DOWN);
    assertThat(futures.subList(0, 10)).allMatch(future -> future.getNow(null) == SendResult.DONE);
    checkNotAttempted(futures.subList(10, 15), StopReason.SHUT_DOWN);
  }

  @Test
  void a_failure_that_stops_the_run_is_the_cause_for_the_items_that_were_left_out()
      throws Exception {
    SecurityException expired = new SecurityException("credentials expired");
    BatchSender<Write> sender =
        tens(chunk -> {
              throw expired;
            })
            .stoppingOn(failure -> failure == expired)
            .sender();
    List<CompletableFuture<SendResult>> futures = BatchSenderTest.sendAll(sender, writes(15));
    BatchReport<Write> report = end(sender);

    assertThat(report.stopFailure()).containsSame(expired);
    checkNotAttempted(futures.subList(10, 15), StopReason.NOT_RETRYABLE);
    assertThat(failureOf(futures.get(14))).hasCause(expired);
    assertThatThrownBy(() -> sender.send(new Write(0, 0)))
        .isInstanceOf(SenderClosedException.class)
        .hasCause(expired);
  }

  @Test
  void an_executor_that_rejects_calls_stops_the_run_and_completes_the_futures() throws Exception {
    BatchSender<Write> sender =
        slow()
            .withExecutor(
                task -> {
                  throw new RejectedExecutionException("full");
                })
            .sender();
    List<CompletableFuture<SendResult>> futures = BatchSenderTest.sendAll(sender, writes(5));
    end(sender);

    checkNotAttempted(futures, StopReason.EXECUTOR_REJECTED);
  }

  @Test
  void a_thread_that_waits_for_room_is_refused_when_the_run_stops() throws Exception {
    BatchSender<Write> sender = stuck().sender();
    time.schedule(SECOND, sender::cancel);

    assertThatThrownBy(() -> BatchSenderTest.sendAll(sender, writes(100)))
        .isInstanceOf(SenderClosedException.class);
    assertThat(end(sender).counts().input()).isEqualTo(20);
  }

  @Test
  void a_thread_that_waits_for_room_is_refused_when_the_sender_is_closed() throws Exception {
    BatchSender<Write> sender = slow().sender();
    time.schedule(Duration.ofMillis(500), sender::closeAsync);

    assertThatThrownBy(() -> BatchSenderTest.sendAll(sender, writes(100)))
        .isInstanceOf(SenderClosedException.class);
    BatchReport<Write> report = end(sender);
    assertThat(report.counts().done()).isEqualTo(20);
    assertThat(report.allDone()).isTrue();
  }

  /** A service that never answers. */
  private Batch<Write> stuck() {
    return Batch.ofAsync(retry, (List<Write> chunk) -> new CompletableFuture<BatchReply<Write>>())
        .chunkSize(10)
        .parallelism(1)
        .withListener(accounts);
  }

  @Test
  void an_interrupted_send_has_not_accepted_its_item() throws Exception {
    BatchSender<Write> sender = stuck().sender();
    Thread caller = Thread.currentThread();
    time.schedule(SECOND, caller::interrupt);

    assertThatThrownBy(() -> BatchSenderTest.sendAll(sender, writes(100)))
        .isInstanceOf(InterruptedException.class);
    assertThat(caller.isInterrupted()).isFalse();
    sender.cancel();
    assertThat(end(sender).counts().input()).isEqualTo(20);
  }

  @Test
  void an_interrupt_of_a_thread_that_closes_cancels_the_run_and_sets_the_flag() throws Exception {
    BatchSender<Write> sender = stuck().sender();
    List<CompletableFuture<SendResult>> futures = BatchSenderTest.sendAll(sender, writes(5));
    time.schedule(SECOND, Thread.currentThread()::interrupt);
    sender.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(end(sender).stopReason()).isEqualTo(StopReason.CANCELLED);
    checkDead(futures, StopReason.CANCELLED);
  }

  @Test
  void a_listener_that_throws_does_not_prevent_the_completion_of_futures() throws Exception {
    BatchSender<Write> sender =
        slow()
            .withListener(
                new BatchListener<>() {
                  @Override
                  public void itemsDone(List<Write> items) {
                    throw new AssertionError("a bug of the listener");
                  }
                })
            .sender();
    CompletableFuture<SendResult> future = sender.send(new Write(1, 1));
    sender.close();

    assertThat(future).isCompletedWithValue(SendResult.DONE);
    assertThat(sender.report().join().callbackFailure()).isPresent();
  }

  @Test
  void a_listener_cannot_wait_for_the_run_that_calls_it() throws Exception {
    AtomicReference<BatchSender<Write>> itself = new AtomicReference<>();
    List<Throwable> refused = new ArrayList<>();
    BatchSender<Write> sender =
        stuck()
            .maxWeight(1, write -> write.version() == 99 ? 2 : 0)
            .onDeadLetter(
                dead -> {
                  if (dead.position() > 0) {
                    return;
                  }
                  try {
                    for (int i = 0; i < 100; i++) {
                      itself.get().send(new Write(i, i));
                    }
                  } catch (IllegalStateException | InterruptedException refusal) {
                    refused.add(refusal);
                  }
                  try {
                    itself.get().close();
                  } catch (IllegalStateException refusal) {
                    refused.add(refusal);
                  }
                })
            .sender();
    itself.set(sender);
    sender.send(new Write(99, 99));
    time.advance(SECOND);
    sender.cancel();
    end(sender);

    assertThat(refused).hasSize(2).allMatch(refusal -> refusal.getMessage().contains("listener"));
  }

  @Test
  void an_action_of_a_future_cannot_wait_for_its_own_end() throws Exception {
    BatchSender<Write> sender = slow().sender();
    CompletableFuture<Void> action = sender.send(new Write(1, 1)).thenRun(sender::close);
    end(sender);

    assertThatThrownBy(action::join)
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closeAsync()");
  }

  @Test
  void an_internal_error_completes_every_future() throws Exception {
    IllegalStateException broken = new IllegalStateException("a clock that is broken");
    boolean[] breaks = {false};
    TickSource ticks =
        () -> {
          if (breaks[0]) {
            throw broken;
          }
          return time.ticks().nanos();
        };
    Retry onBrokenClock = retry.withEnvironment(time.withTicks(ticks));
    BatchSender<Write> sender =
        Batch.of(onBrokenClock, (List<Write> chunk) -> BatchReply.<Write>allDone()).sender();
    CompletableFuture<SendResult> future = sender.send(new Write(1, 1));
    CompletableFuture<?> flush = sender.flush();
    breaks[0] = true;
    time.runUntilIdle();

    assertThat(failureOf(future)).isInstanceOf(IllegalStateException.class).hasCause(broken);
    assertThat(flush).isCompleted();
    assertThat(sender.report()).isCompletedExceptionally();
    assertThatThrownBy(() -> sender.send(new Write(2, 2)))
        .isInstanceOf(SenderClosedException.class)
        .hasRootCause(broken);
    sender.close();
  }
}
