package dev.reprise.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchSender;
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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** Tests senders that Mono and Flux feed. */
class ReactorSenderTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualTime time = VirtualTime.seeded(1);
  private final List<List<Integer>> calls = new ArrayList<>();

  /** A service that answers after a second and refuses the number 13. */
  private Batch<Integer> batch() {
    Retry retry = Retry.of(RetryPolicy.none()).withEnvironment(time);
    return Batch.ofAsync(
            retry,
            (List<Integer> chunk) -> {
              calls.add(List.copyOf(chunk));
              CompletableFuture<BatchReply<Integer>> stage = new CompletableFuture<>();
              int bad = chunk.indexOf(13);
              BatchReply<Integer> done = BatchReply.allDone();
              time.schedule(
                  SECOND, () -> stage.complete(bad < 0 ? done : done.rejectingAt(bad, "bad luck")));
              return stage;
            })
        .chunkSize(5)
        .parallelism(2);
  }

  private final BatchSender<Integer> sender = batch().sender();
  private final ReactorSender<Integer> reactive = ReactorSender.of(sender);

  @Test
  void an_item_is_sent_for_each_subscription() {
    CompletableFuture<SendResult> first = reactive.send(1).toFuture();
    CompletableFuture<SendResult> second = reactive.send(1).toFuture();
    time.await(CompletableFuture.allOf(first, second));

    assertThat(first).isCompletedWithValue(SendResult.DONE);
    assertThat(second).isCompletedWithValue(SendResult.DONE);
    assertThat(calls).containsExactly(List.of(1, 1));
  }

  @Test
  void nothing_is_sent_without_a_subscription() {
    assertThat(reactive.send(1)).isNotNull();
    time.runUntilIdle();

    assertThat(calls).isEmpty();
  }

  @Test
  void an_item_that_is_given_up_fails_with_its_dead_letter() {
    CompletableFuture<SendResult> sent = reactive.send(13).toFuture();
    time.runUntilIdle();

    assertThat(sent).isCompletedExceptionally();
    assertThat(sent.handle((result, failure) -> failure).join())
        .isInstanceOf(DeadItemException.class);
  }

  @Test
  void each_item_of_a_flux_has_a_result_and_one_that_fails_does_not_end_the_others() {
    List<ReactorSender.SentItem<Integer>> results = new ArrayList<>();
    boolean[] completed = {false};
    Flux.range(0, 100)
        .transform(reactive::flux)
        .subscribe(results::add, failure -> {}, () -> completed[0] = true);
    time.runUntilIdle();

    assertThat(completed[0]).isTrue();
    assertThat(results).hasSize(100);
    assertThat(results).filteredOn(sent -> sent.failure() != null).hasSize(1);
    assertThat(results)
        .filteredOn(sent -> sent.item() != 13)
        .allMatch(sent -> sent.result() == SendResult.DONE);
  }

  @Test
  void a_flux_requests_only_as_many_items_as_there_is_room_for() {
    AtomicLong requested = new AtomicLong();
    Disposable subscription =
        Flux.range(0, 1_000)
            .doOnRequest(requested::addAndGet)
            .transform(reactive::flux)
            .subscribe();
    assertThat(requested).hasValue(20);
    time.advance(SECOND);
    assertThat(requested.get()).isBetween(21L, 50L); // 10 are settled, 20 accepted, 20 wait
    subscription.dispose();
    sender.cancel();
    time.runUntilIdle();
  }

  @Test
  void many_items_wait_for_room_without_a_thread() {
    List<CompletableFuture<SendResult>> sent = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      sent.add(reactive.send(20 + i).toFuture());
    }
    time.await(CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)));

    assertThat(sent).allMatch(future -> future.join() == SendResult.DONE);
    assertThat(time.elapsed()).isEqualTo(SECOND.multipliedBy(50));
  }

  @Test
  void an_item_whose_subscription_is_cancelled_before_it_is_accepted_is_not_sent() {
    for (int i = 0; i < 20; i++) {
      reactive.send(i).subscribe(result -> {}, failure -> {});
      time.advance(Duration.ZERO);
    }
    Disposable waiting = reactive.send(99).subscribe();
    waiting.dispose();
    time.runUntilIdle();

    assertThat(calls.stream().flatMap(List::stream)).hasSize(20).doesNotContain(99);
  }

  @Test
  void a_flux_fails_if_the_sender_accepts_no_more_items() {
    CompletableFuture<BatchReport<Integer>> report = reactive.close().toFuture();
    time.runUntilIdle();
    assertThat(report).isCompleted();

    StepVerifier.create(Flux.range(0, 3).transform(reactive::flux))
        .verifyError(SenderClosedException.class);
    StepVerifier.create(reactive.send(1)).verifyError(SenderClosedException.class);
  }

  @Test
  void a_flux_emits_the_results_of_accepted_items_before_it_fails_with_a_closed_sender() {
    List<ReactorSender.SentItem<Integer>> results = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    AtomicBoolean cancelled = new AtomicBoolean();
    Flux.range(20, 100)
        .concatWith(Flux.never())
        .doOnCancel(() -> cancelled.set(true))
        .transform(reactive::flux)
        .subscribe(results::add, failures::add);
    time.advance(Duration.ZERO);
    CompletableFuture<BatchReport<Integer>> report = sender.closeAsync();
    time.await(report);
    time.runUntilIdle();

    assertThat(results)
        .hasSize((int) report.join().counts().input())
        .isNotEmpty()
        .allMatch(sent -> sent.result() == SendResult.DONE);
    assertThat(failures).singleElement().isInstanceOf(SenderClosedException.class);
    assertThat(cancelled).isTrue();
  }

  @Test
  void a_flux_whose_source_has_ended_fails_if_the_sender_refuses_one_of_its_items() {
    for (int i = 0; i < 20; i++) {
      reactive.send(i).subscribe(result -> {}, failure -> {});
      time.advance(Duration.ZERO);
    }
    List<Throwable> failures = new ArrayList<>();
    Flux.range(100, 3).transform(reactive::flux).subscribe(result -> {}, failures::add);
    sender.closeAsync();
    time.runUntilIdle();

    assertThat(failures).singleElement().isInstanceOf(SenderClosedException.class);
    assertThat(calls.stream().flatMap(List::stream)).hasSize(20);
  }

  @Test
  void items_of_a_flux_are_accepted_in_its_order_whichever_of_them_wait_for_room() {
    Executor before = time.executor();
    Deque<Runnable> newestFirst = new ArrayDeque<>();
    time.setExecutor(
        task -> {
          newestFirst.push(task);
          before.execute(() -> newestFirst.pop().run());
        });
    ReactorSender<Integer> own = ReactorSender.of(batch().sender());
    StepVerifier.create(Flux.range(20, 200).transform(own::flux).count())
        .then(time::runUntilIdle)
        .expectNext(200L)
        .verifyComplete();

    assertThat(calls.stream().flatMap(List::stream)).hasSize(200).isSorted();
  }

  @Test
  void a_flux_whose_source_is_silent_ends_when_the_sender_is_closed() {
    List<ReactorSender.SentItem<Integer>> results = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    AtomicBoolean cancelled = new AtomicBoolean();
    Flux.range(20, 3)
        .concatWith(Flux.never())
        .doOnCancel(() -> cancelled.set(true))
        .transform(reactive::flux)
        .subscribe(results::add, failures::add);
    sender.closeAsync();
    time.runUntilIdle();

    assertThat(results).hasSize(3).allMatch(sent -> sent.result() == SendResult.DONE);
    assertThat(failures).singleElement().isInstanceOf(SenderClosedException.class);
    assertThat(cancelled).isTrue();
  }

  @Test
  void a_flux_whose_source_is_silent_has_the_reason_of_the_stop() {
    List<Throwable> failures = new ArrayList<>();
    Flux.<Integer>never().transform(reactive::flux).subscribe(sent -> {}, failures::add);
    sender.cancel();
    time.runUntilIdle();

    assertThat(failures)
        .singleElement()
        .isInstanceOfSatisfying(
            SenderClosedException.class,
            closed -> assertThat(closed.stopReason()).contains(StopReason.CANCELLED));
  }

  @Test
  void a_flux_whose_source_has_ended_completes_although_the_sender_is_closed_before_its_results() {
    List<ReactorSender.SentItem<Integer>> results = new ArrayList<>();
    AtomicBoolean completed = new AtomicBoolean();
    Flux.range(20, 3)
        .transform(reactive::flux)
        .subscribe(results::add, failure -> {}, () -> completed.set(true));
    sender.closeAsync();
    time.runUntilIdle();

    assertThat(results).hasSize(3);
    assertThat(completed).isTrue();
  }

  @Test
  void a_flux_emits_the_results_of_all_items_before_the_failure_of_its_source() {
    List<ReactorSender.SentItem<Integer>> results = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    IOException lost = new IOException("connection lost");
    Flux.range(20, 8)
        .concatWith(Flux.error(lost))
        .transform(reactive::flux)
        .subscribe(results::add, failures::add);
    time.runUntilIdle();

    assertThat(results).hasSize(8).allMatch(sent -> sent.result() == SendResult.DONE);
    assertThat(failures).singleElement().isSameAs(lost);
  }

  @Test
  void a_send_that_is_cancelled_while_it_waits_for_room_leaves_nothing_behind() {
    AtomicInteger tasks = new AtomicInteger();
    Executor before = time.executor();
    time.setExecutor(
        task -> {
          tasks.incrementAndGet();
          before.execute(task);
        });
    ReactorSender<Integer> own = ReactorSender.of(batch().sender());
    for (int i = 0; i < 20; i++) {
      own.send(20 + i).subscribe();
      time.advance(Duration.ZERO);
    }
    for (int i = 0; i < 1_000; i++) {
      own.send(100 + i).subscribe().dispose();
    }
    time.runUntilIdle();

    assertThat(calls.stream().flatMap(List::stream)).hasSize(20);
    assertThat(tasks).hasValueLessThan(200);
  }
}
