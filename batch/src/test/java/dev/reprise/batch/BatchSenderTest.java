package dev.reprise.batch;

import static dev.reprise.batch.Batches.SECOND;
import static dev.reprise.batch.Batches.fourAttempts;
import static dev.reprise.batch.Batches.retry;
import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.batch.operation.BatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadItemException;
import dev.reprise.batch.report.SendResult;
import dev.reprise.batch.report.SenderClosedException;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the run of a sender that is not stopped early. */
class BatchSenderTest {

  private static final Duration LINGER = Duration.ofMillis(100);

  private final VirtualTime time = VirtualTime.seeded(1);
  private final ItemAccounts<Write> accounts = new ItemAccounts<>();
  private final List<List<Write>> calls = new ArrayList<>();
  private final List<Duration> starts = new ArrayList<>();

  private Batch<Write> batch(Retry by, BatchOperation<Write> operation) {
    return Batch.of(
            by,
            (List<Write> chunk) -> {
              calls.add(List.copyOf(chunk));
              starts.add(time.elapsed());
              return operation.send(chunk);
            })
        .chunkSize(10)
        .parallelism(2)
        .withListener(accounts);
  }

  private Batch<Write> batch(BatchOperation<Write> operation) {
    return batch(fourAttempts(time), operation);
  }

  private Batch<Write> accepting() {
    return batch(chunk -> BatchReply.allDone());
  }

  /** A service that needs a second for each call. */
  private Batch<Write> slow() {
    return batch(
        chunk -> {
          time.pass(SECOND);
          return BatchReply.allDone();
        });
  }

  static List<CompletableFuture<SendResult>> sendAll(BatchSender<Write> sender, List<Write> items)
      throws InterruptedException {
    List<CompletableFuture<SendResult>> futures = new ArrayList<>();
    for (Write item : items) {
      futures.add(sender.send(item));
    }
    return futures;
  }

  private BatchReport<Write> closed(BatchSender<Write> sender) {
    sender.close();
    BatchReport<Write> report = sender.report().getNow(null);
    assertThat(report).isNotNull();
    accounts.agreeWith(report);
    time.runUntilIdle();
    assertThat(time.pending()).isZero();
    return report;
  }

  @Test
  void items_are_sent_in_chunks_and_each_future_completes_with_done() throws Exception {
    BatchSender<Write> sender = accepting().sender();
    List<CompletableFuture<SendResult>> futures = sendAll(sender, writes(35));
    BatchReport<Write> report = closed(sender);

    assertThat(report.allDone()).isTrue();
    assertThat(report.counts().done()).isEqualTo(35);
    assertThat(calls.stream().flatMap(List::stream)).containsExactlyElementsOf(writes(35));
    assertThat(calls).hasSizeLessThanOrEqualTo(5);
    assertThat(futures).allMatch(future -> future.getNow(null) == SendResult.DONE);
  }

  @Test
  void items_that_do_not_fill_a_call_are_sent_after_the_linger() throws Exception {
    BatchSender<Write> sender = accepting().sender();
    List<CompletableFuture<SendResult>> futures = sendAll(sender, writes(3));
    time.advance(LINGER.minusMillis(1));
    assertThat(calls).isEmpty();
    assertThat(futures).noneMatch(CompletableFuture::isDone);
    time.advance(Duration.ofMillis(1));

    assertThat(calls).containsExactly(writes(3));
    assertThat(futures).allMatch(future -> future.getNow(null) == SendResult.DONE);
    closed(sender);
  }

  @Test
  void a_flush_sends_what_waits_without_the_linger_and_completes_when_it_is_settled()
      throws Exception {
    BatchSender<Write> sender = slow().sender();
    sendAll(sender, writes(3));
    CompletableFuture<?> flush = sender.flush();
    time.advance(Duration.ZERO);
    assertThat(starts).containsExactly(Duration.ZERO);
    assertThat(time.await(flush)).isCompleted();

    assertThat(accounts.done).hasSize(3);
    assertThat(time.elapsed()).isEqualTo(SECOND);
    assertThat(sender.flush()).isCompleted();
    closed(sender);
  }

  @Test
  void a_flush_does_not_wait_for_items_that_were_accepted_after_it() throws Exception {
    List<CompletableFuture<BatchReply<Write>>> stages = new ArrayList<>();
    BatchSender<Write> sender = staged(stages).sender();
    sender.send(new Write(1, 1));
    CompletableFuture<?> flush = sender.flush();
    time.advance(Duration.ZERO);
    sender.send(new Write(2, 2));
    time.advance(LINGER);
    stages.get(0).complete(BatchReply.allDone());
    time.advance(Duration.ZERO);

    assertThat(flush).isCompleted();
    assertThat(stages).hasSize(2);
    stages.get(1).complete(BatchReply.allDone());
    closed(sender);
  }

  @Test
  void after_a_flush_items_wait_for_the_linger_again() throws Exception {
    BatchSender<Write> sender = accepting().sender();
    sender.send(new Write(1, 1));
    time.await(sender.flush());
    sender.send(new Write(2, 2));
    time.advance(LINGER.minusMillis(1));

    assertThat(calls).hasSize(1);
    closed(sender);
  }

  /** A service whose replies are the given stages, which the test completes. */
  private Batch<Write> staged(List<CompletableFuture<BatchReply<Write>>> stages) {
    return Batch.ofAsync(
            fourAttempts(time),
            (List<Write> chunk) -> {
              calls.add(List.copyOf(chunk));
              CompletableFuture<BatchReply<Write>> stage = new CompletableFuture<>();
              stages.add(stage);
              return stage;
            })
        .chunkSize(10)
        .parallelism(2)
        .withListener(accounts);
  }

  private int pushUntilFull(BatchSender<Write> sender, int first) {
    int next = first;
    for (int empty = 0; empty < 2; ) {
      Optional<CompletableFuture<SendResult>> sent = sender.trySend(new Write(next, next));
      next += sent.isPresent() ? 1 : 0;
      empty = sent.isPresent() ? 0 : empty + 1;
      time.advance(Duration.ZERO);
    }
    return next;
  }

  @Test
  void a_service_that_does_not_answer_bounds_the_accepted_items() throws Exception {
    List<CompletableFuture<BatchReply<Write>>> stages = new ArrayList<>();
    BatchSender<Write> sender = staged(stages).sender();

    int accepted = pushUntilFull(sender, 0);
    assertThat(accepted).isEqualTo(sender.capacity()).isEqualTo(40);
    assertThat(stages).hasSize(2);

    CompletableFuture<?> room = sender.whenRoom();
    time.advance(SECOND);
    assertThat(room).isNotDone();
    stages.get(0).complete(BatchReply.allDone());
    time.advance(Duration.ZERO);
    assertThat(room).isCompleted();
    assertThat(pushUntilFull(sender, accepted)).isEqualTo(50);

    sender.closeAsync();
    for (int i = 1; i < 5; i++) {
      stages.get(i).complete(BatchReply.allDone());
      time.advance(Duration.ZERO);
    }
    assertThat(closed(sender).counts().done()).isEqualTo(50);
  }

  @Test
  void a_wait_for_room_that_is_cancelled_leaves_nothing_behind() {
    AtomicInteger tasks = new AtomicInteger();
    Executor before = time.executor();
    time.setExecutor(
        task -> {
          tasks.incrementAndGet();
          before.execute(task);
        });
    List<CompletableFuture<BatchReply<Write>>> stages = new ArrayList<>();
    BatchSender<Write> sender = staged(stages).sender();
    pushUntilFull(sender, 0);
    List<CompletableFuture<?>> cancelled = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      cancelled.add(sender.whenRoom());
    }
    CompletableFuture<?> kept = sender.whenRoom();
    cancelled.forEach(wait -> wait.cancel(false));

    tasks.set(0);
    stages.get(0).complete(BatchReply.allDone());
    time.advance(Duration.ZERO);
    assertThat(kept).isCompleted();
    assertThat(tasks).hasValueLessThan(100);

    sender.closeAsync();
    for (int i = 1; i < 4; i++) {
      stages.get(i).complete(BatchReply.allDone());
      time.advance(Duration.ZERO);
    }
    assertThat(closed(sender).counts().done()).isEqualTo(40);
  }

  /** Sends an item as soon as there is room, as a program that must not block. */
  private static void sendWithRoom(BatchSender<Write> sender, Write item) {
    if (sender.trySend(item).isEmpty()) {
      var unused = sender.whenRoom().thenRun(() -> sendWithRoom(sender, item));
    }
  }

  @Test
  void free_places_wake_only_as_many_waits_for_room() {
    AtomicInteger tasks = new AtomicInteger();
    Executor before = time.executor();
    time.setExecutor(
        task -> {
          tasks.incrementAndGet();
          before.execute(task);
        });
    List<CompletableFuture<BatchReply<Write>>> stages = new ArrayList<>();
    BatchSender<Write> sender = staged(stages).sender();
    for (int i = 0; i < 1_000; i++) {
      sendWithRoom(sender, new Write(i, i));
    }
    time.advance(Duration.ZERO);
    for (int i = 0; i < 100; i++) {
      stages.get(i).complete(BatchReply.allDone());
      time.advance(Duration.ZERO);
    }

    assertThat(tasks).hasValueLessThan(4_000);
    assertThat(calls.stream().flatMap(List::stream)).containsExactlyElementsOf(writes(1_000));
    assertThat(closed(sender).counts().done()).isEqualTo(1_000);
  }

  @Test
  void all_waits_for_room_end_if_none_of_them_uses_the_room() {
    List<CompletableFuture<BatchReply<Write>>> stages = new ArrayList<>();
    BatchSender<Write> sender = staged(stages).sender();
    pushUntilFull(sender, 0);
    List<CompletableFuture<?>> waits = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      waits.add(sender.whenRoom());
    }
    assertThat(waits).noneMatch(CompletableFuture::isDone);
    stages.get(0).complete(BatchReply.allDone());
    time.advance(Duration.ZERO);

    assertThat(waits).allMatch(CompletableFuture::isDone);
    sender.cancel();
    assertThat(closed(sender).counts().done()).isEqualTo(10);
  }

  @Test
  void a_fast_producer_never_has_more_items_accepted_than_there_is_room_for() throws Exception {
    BatchSender<Write> sender = slow().sender();
    List<CompletableFuture<SendResult>> futures = new ArrayList<>();
    long most = 0;
    for (Write item : writes(500)) {
      futures.add(sender.send(item));
      most = Math.max(most, futures.stream().filter(future -> !future.isDone()).count());
    }
    assertThat(closed(sender).counts().done()).isEqualTo(500);
    assertThat(most).isBetween(20L, 40L);
  }

  @Test
  void items_left_again_and_again_keep_the_bound_too() throws Exception {
    BatchSender<Write> sender =
        batch(
                chunk ->
                    BatchReply.unprocessed(chunk.stream().filter(w -> w.key() % 2 == 0).toList()))
            .sender();
    List<CompletableFuture<SendResult>> futures = new ArrayList<>();
    long most = 0;
    for (Write item : writes(400)) {
      futures.add(sender.send(item));
      most = Math.max(most, futures.stream().filter(future -> !future.isDone()).count());
    }
    BatchReport<Write> report = closed(sender);
    assertThat(report.counts().done()).isEqualTo(200);
    assertThat(report.counts().dead()).isEqualTo(200);
    assertThat(most).isLessThanOrEqualTo(80);
  }

  @Test
  void close_sends_waiting_items_at_once_and_loses_nothing() throws Exception {
    BatchSender<Write> sender = slow().sender();
    List<CompletableFuture<SendResult>> futures = sendAll(sender, writes(25));
    BatchReport<Write> report = closed(sender);

    assertThat(report.counts().done()).isEqualTo(25);
    assertThat(report.sourceExhausted()).isTrue();
    assertThat(futures).allMatch(future -> future.getNow(null) == SendResult.DONE);
    assertThat(starts).allMatch(start -> start.toMillis() % 1_000 == 0);
  }

  @Test
  void a_sender_that_is_closed_without_items_has_an_empty_report() {
    BatchReport<Write> report = closed(accepting().sender());

    assertThat(report.allDone()).isTrue();
    assertThat(report.counts().input()).isZero();
  }

  @Test
  void a_closed_sender_refuses_items_and_may_be_closed_again() throws Exception {
    BatchSender<Write> sender = accepting().sender();
    sender.send(new Write(1, 1));
    BatchReport<Write> report = closed(sender);

    assertThatThrownBy(() -> sender.send(new Write(2, 2)))
        .isInstanceOfSatisfying(
            SenderClosedException.class, closed -> assertThat(closed.stopReason()).isEmpty())
        .hasMessage("the sender is closed and accepts no more items");
    assertThatThrownBy(() -> sender.trySend(new Write(2, 2)))
        .isInstanceOf(SenderClosedException.class);
    assertThat(sender.whenRoom()).isCompleted();
    assertThat(sender.flush()).isCompleted();
    sender.close();
    sender.cancel();
    assertThat(sender.closeAsync()).isCompletedWithValue(report);
    assertThat(report.counts().input()).isEqualTo(1);
  }

  @Test
  void unprocessed_items_are_sent_again_and_a_flush_waits_for_them() throws Exception {
    BatchSender<Write> sender =
        batch(chunk -> calls.size() < 3 ? BatchReply.nothingDone() : BatchReply.allDone()).sender();
    CompletableFuture<SendResult> future = sender.send(new Write(1, 1));
    time.await(sender.flush());

    assertThat(starts).containsExactly(Duration.ZERO, SECOND, SECOND.multipliedBy(2));
    assertThat(time.await(future)).isCompletedWithValue(SendResult.DONE);
    closed(sender);
  }

  @Test
  void the_future_of_a_dead_item_fails_with_its_dead_letter() throws Exception {
    IOException refused = new IOException("refused");
    BatchSender<Write> sender =
        batch(
                chunk -> {
                  throw refused;
                })
            .sender();
    Write write = new Write(1, 1);
    CompletableFuture<SendResult> future = sender.send(write);
    BatchReport<Write> report = closed(sender);

    assertThatThrownBy(future::join)
        .cause()
        .isInstanceOfSatisfying(
            DeadItemException.class,
            dead -> {
              assertThat(dead.deadLetter()).isEqualTo(report.deadLetters().get(0));
              assertThat(dead.deadLetter().item()).isSameAs(write);
              assertThat(dead.deadLetter().stopReason()).isEqualTo(StopReason.ATTEMPTS);
            })
        .hasCause(refused)
        .hasMessageContaining("position 0 was given up after 4 calls");
  }

  @Test
  void an_error_of_the_operation_ends_its_items_and_no_others() throws Exception {
    AssertionError bug = new AssertionError("a bug");
    BatchSender<Write> sender =
        batch(
                chunk -> {
                  if (calls.size() == 1) {
                    throw bug;
                  }
                  return BatchReply.allDone();
                })
            .sender();
    CompletableFuture<SendResult> first = sender.send(new Write(1, 1));
    time.await(sender.flush());
    CompletableFuture<SendResult> second = sender.send(new Write(2, 2));
    closed(sender);

    assertThatThrownBy(first::join).cause().hasCause(bug);
    assertThat(second).isCompletedWithValue(SendResult.DONE);
  }

  @Test
  void an_item_that_a_later_one_of_its_key_replaces_is_superseded() throws Exception {
    BatchSender<Write> sender = accepting().keyedBy(Write::key, SameKey.REPLACES).sender();
    CompletableFuture<SendResult> first = sender.send(new Write(1, 1));
    CompletableFuture<SendResult> second = sender.send(new Write(1, 2));
    CompletableFuture<SendResult> other = sender.send(new Write(2, 3));
    BatchReport<Write> report = closed(sender);

    assertThat(first).isCompletedWithValue(SendResult.SUPERSEDED);
    assertThat(second).isCompletedWithValue(SendResult.DONE);
    assertThat(other).isCompletedWithValue(SendResult.DONE);
    assertThat(report.counts().superseded()).isEqualTo(1);
  }

  @Test
  void an_unprocessed_item_that_a_later_one_replaces_is_superseded() throws Exception {
    BatchSender<Write> sender =
        batch(chunk -> calls.size() == 1 ? BatchReply.nothingDone() : BatchReply.allDone())
            .keyedBy(Write::key, SameKey.REPLACES)
            .sender();
    CompletableFuture<SendResult> first = sender.send(new Write(1, 1));
    time.advance(LINGER);
    CompletableFuture<SendResult> second = sender.send(new Write(1, 2));
    closed(sender);

    assertThat(first).isCompletedWithValue(SendResult.SUPERSEDED);
    assertThat(second).isCompletedWithValue(SendResult.DONE);
  }

  @Test
  void items_of_a_key_are_sent_in_the_order_of_acceptance() throws Exception {
    BatchSender<Write> sender = slow().keyedBy(Write::key).sender();
    List<Write> items = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      items.add(new Write(i % 3, i));
    }
    List<CompletableFuture<SendResult>> futures = sendAll(sender, items);
    closed(sender);

    assertThat(futures).allMatch(future -> future.getNow(null) == SendResult.DONE);
    for (int key = 0; key < 3; key++) {
      int one = key;
      assertThat(calls.stream().flatMap(List::stream).filter(write -> write.key() == one))
          .containsExactlyElementsOf(items.stream().filter(write -> write.key() == one).toList());
    }
  }

  @Test
  void an_instance_that_is_sent_twice_has_two_results() throws Exception {
    Write write = new Write(1, 1);
    BatchSender<Write> sender =
        batch(
                chunk ->
                    calls.size() == 1
                        ? BatchReply.<Write>allDone().rejectingAt(0, "no")
                        : BatchReply.allDone())
            .chunkSize(1)
            .withListener(new ItemAccounts<>())
            .sender();
    CompletableFuture<SendResult> first = sender.send(write);
    CompletableFuture<SendResult> second = sender.send(write);
    sender.close();

    assertThat(first).isCompletedExceptionally();
    assertThat(second).isCompletedWithValue(SendResult.DONE);
  }

  @Test
  void an_item_that_is_too_heavy_is_dead_and_keeps_no_room() throws Exception {
    BatchSender<Write> sender =
        accepting().maxWeight(10, write -> write.key() == 0 ? 5 : 11).sender();
    List<CompletableFuture<SendResult>> futures = sendAll(sender, writes(100));
    BatchReport<Write> report = closed(sender);

    assertThat(report.counts().dead()).isEqualTo(99);
    assertThat(futures.get(0)).isCompletedWithValue(SendResult.DONE);
    assertThat(futures.subList(1, 100)).allMatch(CompletableFuture::isCompletedExceptionally);
  }

  @Test
  void the_time_limit_of_the_policy_limits_each_item_and_not_the_sender() throws Exception {
    Retry limited =
        retry(fourAttempts().maxAttempts(100).within(SECOND.multipliedBy(3)).build(), time);
    boolean[] accepts = {true};
    BatchSender<Write> sender =
        batch(limited, chunk -> accepts[0] ? BatchReply.allDone() : BatchReply.nothingDone())
            .sender();
    CompletableFuture<SendResult> early = sender.send(new Write(1, 1));
    time.advance(Duration.ofHours(1));
    CompletableFuture<SendResult> late = sender.send(new Write(2, 2));
    time.advance(SECOND);
    accepts[0] = false;
    CompletableFuture<SendResult> hopeless = sender.send(new Write(3, 3));
    time.advance(SECOND.multipliedBy(5));
    BatchReport<Write> report = closed(sender);

    assertThat(early).isCompletedWithValue(SendResult.DONE);
    assertThat(late).isCompletedWithValue(SendResult.DONE);
    assertThat(hopeless).isCompletedExceptionally();
    assertThat(report.stopReason()).isEqualTo(StopReason.SUCCEEDED);
    assertThat(report.deadLetters())
        .singleElement()
        .matches(dead -> dead.stopReason() == StopReason.DEADLINE && dead.attempts() == 3);
  }

  @Test
  void completing_the_future_of_an_item_has_no_effect_on_the_item() throws Exception {
    BatchSender<Write> sender = slow().sender();
    CompletableFuture<SendResult> future = sender.send(new Write(1, 1));
    CompletableFuture<?> flush = sender.flush();
    future.cancel(true);
    time.advance(Duration.ZERO);
    assertThat(flush).isNotDone();
    time.await(flush);

    assertThat(closed(sender).counts().done()).isEqualTo(1);
  }

  @Test
  void an_async_operation_is_fed_in_the_same_way() throws Exception {
    BatchSender<Write> sender =
        Batch.ofAsync(
                fourAttempts(time),
                (List<Write> chunk) -> {
                  CompletableFuture<BatchReply<Write>> stage = new CompletableFuture<>();
                  time.schedule(SECOND, () -> stage.complete(BatchReply.allDone()));
                  return stage;
                })
            .chunkSize(10)
            .parallelism(2)
            .withListener(accounts)
            .sender();
    List<CompletableFuture<SendResult>> futures = sendAll(sender, writes(200));
    closed(sender);

    assertThat(futures).allMatch(future -> future.getNow(null) == SendResult.DONE);
    assertThat(time.elapsed()).isEqualTo(SECOND.multipliedBy(10));
  }

  @Test
  void a_null_item_is_refused() {
    BatchSender<Write> sender = accepting().sender();
    assertThatNullPointerException().isThrownBy(() -> sender.send(null));
    assertThatNullPointerException().isThrownBy(() -> sender.trySend(null));
    assertThat(closed(sender).counts().input()).isZero();
  }

  @Test
  void the_numbers_so_far_can_be_read_during_the_run() throws Exception {
    BatchSender<Write> sender = accepting().sender();
    sendAll(sender, writes(10));
    time.await(sender.flush());

    assertThat(sender.counts().done()).isEqualTo(10);
    closed(sender);
  }

  private static CompletableFuture<BatchReply<Write>> answer(
      List<Write> chunk, CompletableFuture<BatchReply<Write>> stuck) {
    return switch (chunk.get(0).key()) {
      case 1, 2 -> CompletableFuture.completedFuture(BatchReply.unprocessed(chunk));
      case 3 -> stuck;
      default -> CompletableFuture.completedFuture(BatchReply.allDone());
    };
  }

  /** One item more than the room of four, because a replaced one is kept. */
  @Test
  void items_that_were_replaced_and_are_kept_are_bounded() {
    CompletableFuture<BatchReply<Write>> stuck = new CompletableFuture<>();
    RetryPolicy rare =
        RetryPolicy.builder()
            .withoutTimeLimit()
            .backoff(Backoff.fixed(Duration.ofHours(1)))
            .build();
    BatchSender<Write> sender =
        Batch.ofAsync(Batches.retry(rare, time), (List<Write> chunk) -> answer(chunk, stuck))
            .chunkSize(1)
            .parallelism(1)
            .linger(Duration.ZERO)
            .keyedBy(Write::key, SameKey.REPLACES)
            .sender();
    List<CompletableFuture<SendResult>> open = new ArrayList<>();
    IntStream keys = IntStream.concat(IntStream.range(100, 300), IntStream.of(1, 2, 3, 1, 4, 5, 6));
    keys.forEach(
        key -> {
          sender.trySend(new Write(key, open.size())).ifPresent(open::add);
          time.advance(Duration.ofMillis(1));
          open.removeIf(CompletableFuture::isDone);
          assertThat(open).hasSizeLessThanOrEqualTo(5);
        });

    sender.cancel();
    stuck.complete(BatchReply.allDone());
    time.runUntilIdle();
    assertThat(sender.report()).isDone();
  }
}
