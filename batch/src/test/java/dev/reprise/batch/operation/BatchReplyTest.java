package dev.reprise.batch.operation;

import static dev.reprise.batch.Batches.fourAttempts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.batch.Batch;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import dev.reprise.testing.VirtualTime;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class BatchReplyTest {

  private static final String A = new String("same");
  private static final String B = new String("same");
  private static final String C = "other";

  private final VirtualTime time = VirtualTime.seeded(1);
  private int calls;

  private BatchReport<String> run(
      Function<List<String>, BatchReply<String>> first, String... items) {
    BatchOperation<String> operation =
        chunk -> calls++ == 0 ? first.apply(chunk) : BatchReply.allDone();
    return Batch.of(fourAttempts(time), operation).run(List.of(items));
  }

  private void refuses(Function<List<String>, BatchReply<String>> first, String message) {
    BatchReport<String> report = run(first, A, B, C);

    assertThat(report.counts().done()).isZero();
    assertThat(report.deadLetters())
        .hasSize(3)
        .allSatisfy(
            dead -> {
              assertThat(dead.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
              assertThat(dead.error()).isInstanceOf(InvalidReplyException.class);
              assertThat(dead.message()).contains(message);
            });
    assertThat(calls).isEqualTo(1);
  }

  @Test
  void a_reply_that_names_an_item_not_in_the_chunk_fails_the_whole_chunk() {
    refuses(
        chunk -> BatchReply.unprocessed(List.of(new String("other"))),
        "names an item that was not in its chunk");
  }

  @Test
  void a_reply_that_names_an_item_twice_fails_the_whole_chunk() {
    refuses(chunk -> BatchReply.unprocessed(List.of(C, C)), "names position 2 of its chunk twice");
  }

  @Test
  void a_reply_with_an_item_both_unprocessed_and_refused_fails_the_whole_chunk() {
    refuses(
        chunk -> BatchReply.unprocessed(List.<String>of(C)).rejectingAt(2, "no"),
        "names position 2 of its chunk twice");
  }

  @Test
  void a_reply_that_names_a_position_outside_the_chunk_fails_the_whole_chunk() {
    refuses(chunk -> BatchReply.unprocessedAt(List.of(3)), "names position 3 of a chunk of 3");
    calls = 0;
    refuses(chunk -> BatchReply.unprocessedAt(List.of(-1)), "names position -1 of a chunk of 3");
  }

  @Test
  @SuppressWarnings("NullAway")
  void a_reply_of_null_fails_the_whole_chunk() {
    refuses(chunk -> null, "returned null");
  }

  @Test
  void items_are_distinguished_by_instance_not_by_equals() {
    IdentityHashMap<String, String> refused = new IdentityHashMap<>();
    refused.put(B, "the second");
    BatchReport<String> report =
        run(chunk -> BatchReply.<String>unprocessed(List.of(A)).rejecting(refused), A, B, C);

    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(
            dead -> {
              assertThat(dead.item()).isSameAs(B);
              assertThat(dead.position()).isEqualTo(1);
            });
    assertThat(report.counts().done()).isEqualTo(2);
  }

  @Test
  void an_instance_that_is_in_the_chunk_twice_can_be_named_twice() {
    BatchReport<String> report = run(chunk -> BatchReply.unprocessed(List.of(C, C)), C, A, C);

    assertThat(report.allDone()).isTrue();
    assertThat(report.counts().itemsRetried()).isEqualTo(2);
  }

  @Test
  void no_unprocessed_items_means_all_done() {
    assertThat(run(chunk -> BatchReply.unprocessed(List.of()), A, B).counts().calls()).isEqualTo(1);
  }

  @Test
  void nothing_done_except_refusals_sends_the_others_again() {
    BatchReport<String> report =
        run(chunk -> BatchReply.<String>nothingDone().rejecting(C, "no"), A, B, C);

    assertThat(report.counts().done()).isEqualTo(2);
    assertThat(report.deadLetters()).extracting(DeadLetter::item).containsExactly(C);
  }

  @Test
  void a_refusal_keeps_its_message_and_its_exception_separately() {
    IllegalArgumentException error = new IllegalArgumentException("raw");

    BatchReport<String> report =
        run(chunk -> BatchReply.<String>allDone().rejectingAt(1, "clear", error), A, B);

    assertThat(report.counts().done()).isEqualTo(1);
    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(
            dead -> {
              assertThat(dead.item()).isSameAs(B);
              assertThat(dead.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
              assertThat(dead.message()).isEqualTo("clear");
              assertThat(dead.error()).isSameAs(error);
            });
  }

  @Test
  void hundreds_of_thousands_of_refusals_can_be_added_one_by_one() {
    int many = 300_000;
    BatchReply<String> reply = BatchReply.allDone();
    for (int i = 0; i < many; i++) {
      reply = reply.rejectingAt(i, "refused");
    }

    assertThat(reply.named()).hasSize(many);
    assertThat(reply.named().get(many - 1).position()).isEqualTo(many - 1);
    assertThat(reply.isAllDone()).isFalse();
  }

  @Test
  void an_empty_range_names_no_item() {
    BatchReply<String> reply =
        BatchReply.<String>unprocessedBetween(3, 3).rejectingBetween(0, 0, "too old");

    assertThat(reply.named()).isEmpty();
    assertThat(reply.isAllDone()).isTrue();
    assertThat(reply.leavesUnprocessed()).isFalse();
  }

  @Test
  void a_range_beyond_the_chunk_fails_the_whole_chunk() {
    refuses(chunk -> BatchReply.unprocessedBetween(1, 5), "names position 3 of a chunk of 3");
  }

  @Test
  void ranges_that_overlap_fail_the_whole_chunk() {
    refuses(
        chunk -> BatchReply.<String>unprocessedBetween(0, 2).rejectingBetween(1, 3, "no"),
        "names position 1 of its chunk twice");
  }

  @Test
  void a_range_names_its_wrong_value_and_its_bound() {
    BatchReply<String> reply = BatchReply.allDone();
    ItemFailure failure = ItemFailure.of(FailureKind.TRANSIENT, "503");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> BatchReply.unprocessedBetween(-1, 2))
        .withMessage("from must be at least 0, but was -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reply.rejectingBetween(5, 4, "no"))
        .withMessage("to must be at least from 5, but was 4");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reply.leavingBetween(5, 4, failure))
        .withMessage("to must be at least from 5, but was 4");
  }

  @Test
  void a_position_at_the_end_of_the_numbers_is_refused() {
    refuses(
        chunk -> BatchReply.<String>allDone().rejectingAt(Integer.MAX_VALUE, "no"),
        "names position 2147483647 of a chunk of 3");
  }

  @Test
  void a_range_of_two_billion_positions_costs_no_more_than_the_chunk() {
    refuses(
        chunk -> BatchReply.unprocessedBetween(0, Integer.MAX_VALUE),
        "names position 3 of a chunk of 3");
  }

  @Test
  void a_reply_that_names_no_item_allocates_nothing() {
    assertThat(BatchReply.<String>allDone()).isSameAs(BatchReply.allDone());
    assertThat(BatchReply.<String>nothingDone()).isSameAs(BatchReply.nothingDone());
    assertThat(BatchReply.unprocessed(List.of())).isSameAs(BatchReply.allDone());
  }

  @Test
  void an_invalid_reply_takes_no_items() {
    BatchReply<String> invalid = BatchReply.invalid("bad");
    ItemFailure failure = ItemFailure.of(FailureKind.TRANSIENT, "503");

    assertThatIllegalStateException().isThrownBy(() -> invalid.leavingAt(0, failure));
    assertThatIllegalStateException().isThrownBy(() -> invalid.conflictingAt(0, "exists"));
    assertThatIllegalStateException().isThrownBy(() -> invalid.rejectingBetween(0, 1, "old"));
  }

  @Test
  void a_failure_makes_its_message_one_line() {
    assertThat(ItemFailure.of(FailureKind.OTHER, "a\nb").message()).doesNotContain("\n");
    assertThat(ItemFailure.of(FailureKind.OTHER, "a").withMessage("c\nd").message())
        .doesNotContain("\n");
  }
}
