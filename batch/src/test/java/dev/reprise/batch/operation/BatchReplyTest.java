package dev.reprise.batch.operation;

import static dev.reprise.batch.Batches.fourAttempts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.Batch;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
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
}
