package dev.reprise.batch;

import static dev.reprise.batch.Batches.SECOND;
import static dev.reprise.batch.Batches.fourAttempts;
import static dev.reprise.batch.Batches.retry;
import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.reprise.batch.operation.BatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BatchTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final List<List<Write>> calls = new ArrayList<>();
  private final ItemAccounts<Write> accounts = new ItemAccounts<>();

  private Batch<Write> batch(BatchOperation<Write> operation) {
    return batch(fourAttempts().build(), operation);
  }

  private Batch<Write> batch(RetryPolicy policy, BatchOperation<Write> operation) {
    BatchOperation<Write> noted =
        chunk -> {
          calls.add(List.copyOf(chunk));
          return operation.send(chunk);
        };
    return Batch.of(retry(policy, time), noted).parallelism(1).withListener(accounts);
  }

  @Test
  void sends_all_items_in_full_chunks() {
    BatchReport<Write> report = batch(chunk -> BatchReply.allDone()).run(writes(60));

    assertThat(calls).extracting(List::size).containsExactly(25, 25, 10);
    assertThat(report.allDone()).isTrue();
    assertThat(report.stopReason()).isEqualTo(StopReason.SUCCEEDED);
    assertThat(report.counts().attempts()).isEqualTo(60);
    assertThat(report.counts().itemsRetried()).isZero();
    assertThat(time.pending()).isZero();
    accounts.agreeWith(report);
  }

  @Test
  void a_policy_with_a_hedge_is_refused() {
    RetryPolicy hedged = RetryPolicy.parse("hedge=after(50ms) idempotency=idempotent");
    String message = "a batch cannot be hedged, but the policy has hedge=after(50ms)";

    assertThatIllegalArgumentException()
        .isThrownBy(() -> batch(hedged, chunk -> BatchReply.allDone()))
        .withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Batch.ofAsync(
                    hedged,
                    (List<Write> chunk) -> CompletableFuture.completedFuture(BatchReply.allDone())))
        .withMessage(message);
  }

  @Test
  void an_empty_input_makes_no_call() {
    BatchReport<Write> report = batch(chunk -> BatchReply.allDone()).run(List.of());

    assertThat(calls).isEmpty();
    assertThat(report.allDone()).isTrue();
  }

  @Test
  void resends_only_unprocessed_items_merged_with_new_ones() {
    List<Write> items = writes(6);
    BatchReport<Write> report =
        batch(chunk -> calls.size() == 1 ? restOf(chunk, 1, 3) : BatchReply.allDone())
            .chunkSize(4)
            .run(items);

    assertThat(calls)
        .containsExactly(
            items.subList(0, 4), List.of(items.get(1), items.get(3), items.get(4), items.get(5)));
    assertThat(report.counts().partialCalls()).isEqualTo(1);
    assertThat(report.counts().throttledCalls()).isEqualTo(1);
    assertThat(report.counts().itemsRetried()).isEqualTo(2);
    assertThat(report.counts().attempts()).isEqualTo(8);
    assertThat(time.elapsed()).isEqualTo(SECOND);
    accounts.agreeWith(report);
  }

  @Test
  void a_chunk_that_makes_progress_is_never_given_up() {
    BatchReport<Write> report =
        batch(chunk -> BatchReply.unprocessed(chunk.subList(1, chunk.size())))
            .chunkSize(20)
            .run(writes(20));

    assertThat(report.allDone()).isTrue();
    assertThat(report.counts().calls()).isEqualTo(20);
    assertThat(time.elapsed()).isEqualTo(SECOND.multipliedBy(19));
  }

  @Test
  void a_chunk_without_progress_is_given_up_after_the_attempts_of_the_policy() {
    BatchReport<Write> report =
        batch(chunk -> BatchReply.<Write>nothingDone().withMessage("table\nbusy")).run(writes(3));

    assertThat(calls).hasSize(4);
    assertThat(report.deadLetters())
        .hasSize(3)
        .allSatisfy(
            dead -> {
              assertThat(dead.stopReason()).isEqualTo(StopReason.ATTEMPTS);
              assertThat(dead.attempts()).isEqualTo(4);
              assertThat(dead.error()).isNull();
              assertThat(dead.message()).isEqualTo("table\\nbusy");
            })
        .extracting(DeadLetter::position)
        .containsExactlyInAnyOrder(0L, 1L, 2L);
    accounts.agreeWith(report);
  }

  @Test
  void progress_resets_the_attempts_but_not_the_deadline() {
    RetryPolicy policy = fourAttempts().within(SECOND.multipliedBy(5)).build();
    BatchReport<Write> report =
        batch(policy, chunk -> BatchReply.unprocessed(chunk.subList(1, chunk.size())))
            .run(writes(20));

    assertThat(report.counts().done()).isEqualTo(5);
    assertThat(report.deadLetters())
        .hasSize(15)
        .allMatch(dead -> dead.stopReason() == StopReason.DEADLINE);
    assertThat(time.elapsed()).isEqualTo(SECOND.multipliedBy(4));
  }

  @Test
  void a_failed_call_leaves_its_whole_chunk_unprocessed() {
    BatchReport<Write> report =
        batch(
                chunk -> {
                  if (calls.size() < 3) {
                    throw new IOException("reset");
                  }
                  return BatchReply.allDone();
                })
            .run(writes(5));

    assertThat(calls).hasSize(3).allMatch(writes(5)::equals);
    assertThat(report.allDone()).isTrue();
    assertThat(report.counts().throttledCalls()).isZero();
  }

  @Test
  void a_failure_that_is_not_retryable_fails_only_its_chunk() {
    IllegalArgumentException bad = new IllegalArgumentException("no such table");
    BatchReport<Write> report =
        batch(
                chunk -> {
                  if (calls.size() == 1) {
                    throw bad;
                  }
                  return BatchReply.allDone();
                })
            .chunkSize(2)
            .run(writes(6));

    assertThat(report.counts().done()).isEqualTo(4);
    assertThat(report.deadLetters())
        .hasSize(2)
        .allSatisfy(
            dead -> {
              assertThat(dead.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
              assertThat(dead.error()).isSameAs(bad);
              assertThat(dead.message()).contains("no such table");
            });
  }

  @Test
  void an_error_is_in_the_report_like_any_other_failure() {
    AssertionError error = new AssertionError("bug");
    BatchReport<Write> report =
        batch(
                chunk -> {
                  throw error;
                })
            .run(writes(2));

    assertThat(report.deadLetters()).extracting(DeadLetter::error).containsExactly(error, error);
    assertThat(calls).hasSize(1);
  }

  @Test
  void a_refused_item_fails_with_the_message_of_the_service_and_others_continue() {
    BatchReport<Write> report =
        batch(
                chunk ->
                    calls.size() == 1
                        ? BatchReply.<Write>unprocessedAt(List.of(0)).rejectingAt(2, "too big")
                        : BatchReply.allDone())
            .run(writes(4));

    assertThat(report.counts().done()).isEqualTo(3);
    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(
            dead -> {
              assertThat(dead.item().key()).isEqualTo(2);
              assertThat(dead.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
              assertThat(dead.message()).isEqualTo("too big");
              assertThat(dead.attempts()).isEqualTo(1);
            });
  }

  @Test
  void never_resends_items_before_the_hint_of_the_service() {
    RetryPolicy policy = fourAttempts().hintJitter(0).maxHint(Duration.ofHours(1)).build();
    batch(
            policy,
            chunk ->
                calls.size() == 1
                    ? BatchReply.<Write>nothingDone().withHint(Duration.ofSeconds(7))
                    : BatchReply.allDone())
        .run(writes(3));

    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void a_hint_beyond_the_limit_fails_the_unprocessed_items() {
    RetryPolicy policy = fourAttempts().maxHint(SECOND).build();
    BatchReport<Write> report =
        batch(policy, chunk -> BatchReply.<Write>nothingDone().withHint(SECOND.multipliedBy(2)))
            .run(writes(1));

    assertThat(report.deadLetters())
        .extracting(DeadLetter::stopReason)
        .containsExactly(StopReason.HINT_TOO_LONG);
  }

  @Test
  void with_one_attempt_unprocessed_items_fail_and_are_not_lost() {
    BatchReport<Write> report =
        batch(RetryPolicy.none(), chunk -> restOf(chunk, 0)).chunkSize(5).run(writes(10));

    assertThat(report.counts().done()).isEqualTo(8);
    assertThat(report.deadLetters())
        .hasSize(2)
        .allMatch(item -> item.stopReason() == StopReason.ATTEMPTS);
  }

  @Test
  void unprocessed_items_are_not_lost_if_a_classifier_accepts_the_reply() {
    RetryPolicy policy = fourAttempts().classifyWith("blind", outcome -> Verdict.accept()).build();
    BatchReport<Write> report = batch(policy, chunk -> restOf(chunk, 0)).run(writes(3));

    assertThat(report.counts().done()).isEqualTo(2);
    assertThat(report.deadLetters())
        .extracting(DeadLetter::stopReason)
        .containsExactly(StopReason.NOT_RETRYABLE);
  }

  @Test
  void a_policy_that_throws_fails_the_unprocessed_items_with_its_exception() {
    RetryPolicy policy =
        fourAttempts()
            .classifyWith(
                "broken",
                outcome -> {
                  throw new IllegalStateException("classifier bug");
                })
            .build();
    BatchReport<Write> report = batch(policy, chunk -> restOf(chunk, 0)).run(writes(3));

    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(
            dead -> {
              assertThat(dead.stopReason()).isEqualTo(StopReason.POLICY_FAILED);
              assertThat(dead.message()).contains("classifier bug");
            });
  }

  @Test
  void the_budget_is_asked_last_and_items_without_permit_fail() {
    Batch<Write> batch =
        Batch.of(
                fourAttempts(time).withBudget(RetryBudget.none()),
                (List<Write> chunk) -> restOf(chunk, 0))
            .parallelism(1)
            .chunkSize(5);
    BatchReport<Write> report = batch.run(writes(10));

    assertThat(report.counts().done()).isEqualTo(8);
    assertThat(report.deadLetters())
        .hasSize(2)
        .allMatch(item -> item.stopReason() == StopReason.BUDGET);
  }

  @Test
  void an_attempt_that_times_out_is_interrupted_and_repeated() {
    RetryPolicy policy = fourAttempts().attemptTimeout(SECOND).build();
    BatchReport<Write> report =
        batch(
                policy,
                chunk -> {
                  if (calls.size() == 1) {
                    time.hang();
                  }
                  return BatchReply.allDone();
                })
            .run(writes(2));

    assertThat(report.allDone()).isTrue();
    assertThat(calls).hasSize(2);
    assertThat(time.elapsed()).isEqualTo(SECOND.multipliedBy(2));
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void a_call_that_the_deadline_cuts_short_has_a_message_without_the_time_left() {
    RetryPolicy policy =
        fourAttempts().attemptTimeout(SECOND.multipliedBy(3)).within(SECOND).build();
    BatchReport<Write> blocking =
        batch(
                policy,
                chunk -> {
                  time.hang();
                  return BatchReply.allDone();
                })
            .run(writes(1));
    BatchReport<Write> async =
        time.await(
                Batch.ofAsync(
                        retry(policy, time),
                        (List<Write> chunk) -> new CompletableFuture<BatchReply<Write>>())
                    .runAsync(writes(1)))
            .join();

    assertThat(List.of(blocking, async))
        .allSatisfy(
            report ->
                assertThat(report.deadLetters())
                    .singleElement()
                    .matches(dead -> dead.message().endsWith("by the deadline of its call")));
  }

  @Test
  void a_late_reply_is_accepted_and_the_interrupt_of_its_timeout_is_not_visible() {
    RetryPolicy policy = fourAttempts().attemptTimeout(SECOND).build();
    BatchReport<Write> report =
        batch(
                policy,
                chunk -> {
                  time.advance(SECOND.multipliedBy(2));
                  return BatchReply.allDone();
                })
            .chunkSize(2)
            .run(writes(4));

    assertThat(Thread.interrupted()).isFalse();
    assertThat(report.stopReason()).isEqualTo(StopReason.SUCCEEDED);
    assertThat(report.allDone()).isTrue();
    assertThat(calls).hasSize(2);
  }

  @Test
  void a_kind_other_than_throttled_is_not_counted_as_throttling() {
    BatchReport<Write> report =
        batch(
                chunk ->
                    calls.size() == 1
                        ? BatchReply.<Write>nothingDone().withKind(FailureKind.TRANSIENT)
                        : BatchReply.allDone())
            .run(writes(2));

    assertThat(report.counts().throttledCalls()).isZero();
    assertThat(report.counts().itemsRetried()).isEqualTo(2);
  }

  @Test
  void a_chunk_is_within_the_weight_limit_and_an_item_above_it_fails_without_a_call() {
    BatchReport<Write> report =
        batch(chunk -> BatchReply.allDone())
            .maxWeight(10, write -> write.key() == 3 ? 11 : 4)
            .run(writes(6));

    assertThat(calls).extracting(List::size).containsExactly(2, 2, 1);
    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(
            dead -> {
              assertThat(dead.attempts()).isZero();
              assertThat(dead.message()).isEqualTo("the weight 11 is above maxWeight 10");
            });
  }

  @Test
  void weights_near_the_largest_number_do_not_overflow_a_chunk() {
    batch(chunk -> BatchReply.allDone())
        .maxWeight(Long.MAX_VALUE, write -> Long.MAX_VALUE - 1)
        .run(writes(5));

    assertThat(calls).hasSize(5);
  }

  @Test
  void error_messages_name_the_setting_the_value_and_the_bound() {
    Batch<Write> batch = batch(chunk -> BatchReply.allDone());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> batch.chunkSize(0))
        .withMessage("chunkSize must be at least 1, but was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> batch.parallelism(-1))
        .withMessage("parallelism must be at least 1, but was -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> batch.maxWeight(0, write -> 1))
        .withMessage("maxWeight must be at least 1, but was 0");
  }

  @Test
  void a_stage_that_times_out_is_cancelled_and_its_items_are_sent_again() {
    RetryPolicy policy = fourAttempts().attemptTimeout(SECOND).build();
    List<CompletableFuture<BatchReply<Write>>> stages = new ArrayList<>();
    Batch<Write> batch =
        Batch.ofAsync(
            retry(policy, time),
            (List<Write> chunk) -> {
              CompletableFuture<BatchReply<Write>> stage =
                  new CompletableFuture<BatchReply<Write>>();
              stages.add(stage);
              if (stages.size() > 1) {
                stage.complete(BatchReply.allDone());
              }
              return stage;
            });
    BatchReport<Write> report = time.await(batch.runAsync(writes(2))).join();

    assertThat(report.allDone()).isTrue();
    assertThat(stages).hasSize(2);
    assertThat(stages.get(0)).isCancelled();
  }

  private static BatchReply<Write> restOf(List<Write> chunk, int... places) {
    List<Write> rest = new ArrayList<>();
    for (int place : places) {
      rest.add(chunk.get(place));
    }
    return BatchReply.unprocessed(rest);
  }

  @Test
  void each_run_may_have_an_operation_of_its_own() {
    List<AtomicInteger> counts = new ArrayList<>();
    Batch<Write> batch =
        Batch.perRun(
            fourAttempts(time),
            () -> {
              AtomicInteger count = new AtomicInteger();
              counts.add(count);
              return chunk -> {
                count.addAndGet(chunk.size());
                return BatchReply.allDone();
              };
            });

    BatchReport<Write> report = batch.run(writes(3));
    batch.run(writes(4));

    assertThat(counts).extracting(AtomicInteger::get).containsExactly(3, 4);
    assertThat(report.toString()).contains("1 call,");
  }

  @Test
  void the_caller_gets_what_the_supplier_of_operations_throws() {
    Batch<Write> none = Batch.perRun(fourAttempts(time), () -> null);
    Batch<Write> failing =
        Batch.perRun(
            fourAttempts(time),
            () -> {
              throw new IllegalArgumentException("no client");
            });

    assertThatNullPointerException()
        .isThrownBy(() -> none.run(writes(1)))
        .withMessage("the operation of a run is null");
    assertThatIllegalArgumentException().isThrownBy(failing::sender).withMessage("no client");
  }
}
