package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.backoff.Backoff;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.operation.ItemFailure;
import dev.reprise.batch.report.BatchCall;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.FailureRule;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that the policy decides on each unprocessed item of a reply by the failure of this item.
 */
class ItemFailuresTest {

  private static final ItemFailure THROTTLED = ItemFailure.of(FailureKind.THROTTLED, "429 busy");
  private static final ItemFailure TRANSIENT = ItemFailure.of(FailureKind.TRANSIENT, "503 moved");
  private static final ItemFailure LOST =
      ItemFailure.of(FailureKind.TIMEOUT, "504 no answer").withEffect(Effect.UNKNOWN);

  private final VirtualTime time = VirtualTime.seeded(1);
  private final List<String> calls = new ArrayList<>();
  private final List<BatchCall> ended = new ArrayList<>();
  private final ItemAccounts<Integer> accounts = new ItemAccounts<>();
  private RetryPolicyBuilder policy = Batches.fourAttempts();
  private UnaryOperator<Batch<Integer>> settings = batch -> batch;

  /** The forms of an operation. */
  enum Shape {
    BLOCKING,
    STAGES
  }

  private BatchReport<Integer> run(
      Shape shape, int items, Function<List<Integer>, BatchReply<Integer>> service) {
    Function<List<Integer>, BatchReply<Integer>> recorded =
        chunk -> {
          calls.add(time.elapsed().toSeconds() + "s " + chunk);
          return service.apply(chunk);
        };
    var retry = Batches.retry(policy.build(), time);
    Batch<Integer> batch =
        shape == Shape.BLOCKING
            ? Batch.of(retry, recorded::apply)
            : Batch.ofAsync(
                retry, chunk -> CompletableFuture.completedFuture(recorded.apply(chunk)));
    batch = settings.apply(batch).withListener(accounts).withListener(recording());
    List<Integer> input = new ArrayList<>();
    for (int i = 0; i < items; i++) {
      input.add(i);
    }
    BatchReport<Integer> report = time.await(batch.runAsync(input)).join();
    accounts.agreeWith(report);
    return report;
  }

  private BatchListener<Integer> recording() {
    return new BatchListener<>() {
      @Override
      public void callEnded(BatchCall call) {
        ended.add(call);
      }
    };
  }

  /** Replies once with a reply, then accepts everything. */
  private Function<List<Integer>, BatchReply<Integer>> once(BatchReply<Integer> reply) {
    return chunk -> calls.size() == 1 ? reply : BatchReply.allDone();
  }

  @ParameterizedTest
  @EnumSource
  void items_of_different_kinds_wait_by_the_rules_of_their_kinds(Shape shape) {
    policy =
        Batches.fourAttempts()
            .rule(
                FailureRule.of(FailureKind.THROTTLED).backoff(Backoff.fixed(Duration.ofSeconds(5))))
            .rule(
                FailureRule.of(FailureKind.TIMEOUT).backoff(Backoff.fixed(Duration.ofSeconds(3))));

    BatchReport<Integer> report =
        run(
            shape,
            6,
            once(
                BatchReply.<Integer>allDone()
                    .leavingAt(0, THROTTLED)
                    .leavingBetween(1, 3, TRANSIENT)
                    .leavingAt(3, LOST)
                    .leavingAt(4, THROTTLED)));

    assertThat(report.allDone()).isTrue();
    assertThat(calls).containsExactly("0s [0, 1, 2, 3, 4, 5]", "1s [1, 2]", "3s [3]", "5s [0, 4]");
  }

  @ParameterizedTest
  @EnumSource
  void items_of_one_kind_with_different_messages_are_sent_again_together(Shape shape) {
    run(
        shape,
        3,
        once(
            BatchReply.<Integer>allDone()
                .leavingAt(0, THROTTLED.withMessage("shard 1"))
                .leavingAt(2, THROTTLED.withMessage("shard 2"))));

    assertThat(calls).containsExactly("0s [0, 1, 2]", "1s [0, 2]");
  }

  @ParameterizedTest
  @CsvSource({
    "THROTTLED, NONE,    IDEMPOTENT,     done",
    "THROTTLED, NONE,    NOT_IDEMPOTENT, done",
    "THROTTLED, UNKNOWN, IDEMPOTENT,     done",
    "THROTTLED, UNKNOWN, NOT_IDEMPOTENT, EFFECT_UNKNOWN",
    "TRANSIENT, NONE,    NOT_IDEMPOTENT, done",
    "TRANSIENT, UNKNOWN, NOT_IDEMPOTENT, EFFECT_UNKNOWN",
    "TIMEOUT,   UNKNOWN, IDEMPOTENT,     done",
    "TIMEOUT,   UNKNOWN, NOT_IDEMPOTENT, EFFECT_UNKNOWN",
    "OTHER,     NONE,    IDEMPOTENT,     done",
  })
  void kind_and_effect_of_an_item_decide_with_the_idempotency(
      FailureKind kind, Effect effect, Idempotency idempotency, String end) {
    policy = Batches.fourAttempts().idempotency(idempotency);
    ItemFailure failure = ItemFailure.of(kind, "why").withEffect(effect);

    BatchReport<Integer> report =
        run(
            Shape.STAGES,
            3,
            once(BatchReply.<Integer>allDone().leavingAt(1, failure).leavingAt(2, THROTTLED)));

    if (end.equals("done")) {
      assertThat(report.allDone()).isTrue();
    } else {
      assertThat(report.counts().done()).isEqualTo(2);
      assertThat(report.deadLetters())
          .singleElement()
          .satisfies(
              dead -> {
                assertThat(dead.item()).isEqualTo(1);
                assertThat(dead.stopReason()).isEqualTo(StopReason.valueOf(end));
                assertThat(dead.kind()).isEqualTo(kind);
                assertThat(dead.message()).isEqualTo("why");
              });
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_dead_letter_has_kind_message_and_error_of_its_own_item(Shape shape) {
    IOException error = new IOException("shard 2");

    BatchReport<Integer> report =
        run(
            shape,
            4,
            chunk -> {
              BatchReply<Integer> reply = BatchReply.allDone();
              for (int i = 0; i < chunk.size(); i++) {
                reply =
                    switch (chunk.get(i)) {
                      case 0 -> reply.leavingAt(i, THROTTLED);
                      case 1 -> reply.leavingAt(i, TRANSIENT.withError(error));
                      case 2 -> reply.rejectingAt(i, "400 bad");
                      default -> reply;
                    };
              }
              return reply;
            });

    assertThat(report.deadLetters())
        .extracting(
            DeadLetter::item,
            DeadLetter::stopReason,
            DeadLetter::kind,
            DeadLetter::message,
            DeadLetter::error)
        .containsExactly(
            tuple(2, StopReason.NOT_RETRYABLE, FailureKind.OTHER, "400 bad", null),
            tuple(1, StopReason.ATTEMPTS, FailureKind.TRANSIENT, "503 moved", error),
            tuple(0, StopReason.ATTEMPTS, FailureKind.THROTTLED, "429 busy", null));
  }

  @Test
  void an_item_without_a_failure_of_its_own_has_that_of_the_reply() {
    policy = Batches.fourAttempts().maxAttempts(1);

    BatchReport<Integer> report =
        run(
            Shape.STAGES,
            3,
            chunk ->
                BatchReply.<Integer>nothingDone()
                    .withFailure(LOST)
                    .leavingAt(1, THROTTLED)
                    .withMessage("all"));

    assertThat(report.deadLetters())
        .extracting(DeadLetter::item, DeadLetter::kind, DeadLetter::message)
        .containsExactlyInAnyOrder(
            tuple(0, FailureKind.TIMEOUT, "all"),
            tuple(1, FailureKind.THROTTLED, "429 busy"),
            tuple(2, FailureKind.TIMEOUT, "all"));
  }

  @Test
  void a_hint_of_the_reply_applies_to_items_of_every_kind() {
    run(
        Shape.STAGES,
        2,
        once(
            BatchReply.<Integer>allDone()
                .leavingAt(0, THROTTLED)
                .leavingAt(1, TRANSIENT)
                .withHint(Duration.ofSeconds(7))));

    assertThat(calls).hasSizeBetween(2, 3);
    assertThat(calls.subList(1, calls.size()))
        .allSatisfy(call -> assertThat(call).matches("[789]s .*"));
  }

  @Test
  void the_limit_of_failures_of_a_kind_applies_to_items_of_this_kind_only() {
    policy = Batches.fourAttempts().rule(FailureRule.of(FailureKind.THROTTLED).maxFailures(1));

    BatchReport<Integer> report =
        run(
            Shape.STAGES,
            3,
            once(BatchReply.<Integer>allDone().leavingAt(0, THROTTLED).leavingAt(1, TRANSIENT)));

    assertThat(report.counts().done()).isEqualTo(2);
    assertThat(report.deadLetters()).map(DeadLetter::item).containsExactly(0);
  }

  @ParameterizedTest
  @CsvSource({
    "THROTTLED, THROTTLED, true,  THROTTLED",
    "TRANSIENT, THROTTLED, true,  THROTTLED",
    "THROTTLED, TIMEOUT,   true,  THROTTLED",
    "TRANSIENT, TIMEOUT,   false, TRANSIENT",
    "TIMEOUT,   TRANSIENT, false, TIMEOUT",
  })
  void a_call_is_throttled_for_the_pace_if_any_of_its_items_is(
      FailureKind one, FailureKind other, boolean throttled, FailureKind kind) {
    BatchReport<Integer> report =
        run(
            Shape.STAGES,
            3,
            once(
                BatchReply.<Integer>allDone()
                    .leavingAt(0, ItemFailure.of(one, "one"))
                    .leavingAt(1, ItemFailure.of(other, "other"))));

    assertThat(report.counts().throttledCalls()).isEqualTo(throttled ? 1 : 0);
    assertThat(ended.get(0).throttled()).isEqualTo(throttled);
    assertThat(ended.get(0).kind()).isEqualTo(kind);
    assertThat(ended.get(0).unprocessed()).isEqualTo(2);
  }

  @Test
  void each_kind_of_a_reply_needs_a_permit_of_its_own() {
    BalancedBudget budget = new BalancedBudget(RetryBudget.bucket(1, 1));
    List<List<Integer>> sent = new ArrayList<>();
    Batch<Integer> batch =
        Batch.ofAsync(
            Batches.retry(policy.build(), time).withBudget(budget),
            chunk -> {
              sent.add(List.copyOf(chunk));
              return CompletableFuture.completedFuture(
                  sent.size() > 1
                      ? BatchReply.allDone()
                      : BatchReply.<Integer>allDone()
                          .leavingAt(0, TRANSIENT)
                          .leavingAt(1, THROTTLED));
            });

    BatchReport<Integer> report = time.await(batch.runAsync(List.of(0, 1, 2))).join();

    budget.balance();
    assertThat(report.counts().done()).isEqualTo(2);
    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(dead -> assertThat(dead.stopReason()).isEqualTo(StopReason.BUDGET));
  }

  @ParameterizedTest
  @EnumSource
  void ranges_name_the_items_from_the_first_position_to_before_the_last(Shape shape) {
    BatchReport<Integer> report =
        run(
            shape,
            8,
            once(
                BatchReply.<Integer>unprocessedBetween(0, 2)
                    .rejectingBetween(3, 5, "too old")
                    .rejectingBetween(5, 5, "nothing")
                    .leavingBetween(6, 8, TRANSIENT)));

    assertThat(calls).hasSize(2).last().asString().contains("0", "1", "6", "7");
    assertThat(report.deadLetters()).map(DeadLetter::item).containsExactly(3, 4);
    assertThat(report.deadLetters()).allMatch(dead -> dead.message().equals("too old"));
    assertThat(report.counts().done()).isEqualTo(6);
  }
}
