package dev.reprise.aws.batch.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** Responses that a correct server does not send, for a request of three entries. */
class EntryResultsTest {

  private static final Retry ONCE =
      Retry.of(
          RetryPolicy.builder().maxAttempts(1).idempotency(Idempotency.NOT_IDEMPOTENT).build());

  private static BatchResultErrorEntry.Builder failure(String id) {
    return BatchResultErrorEntry.builder().id(id).senderFault(false);
  }

  private static BatchReport<String> run(
      List<String> successful, List<BatchResultErrorEntry> failed) {
    return Batch.of(
            ONCE,
            (List<String> chunk) ->
                EntryResults.<String, String>read(chunk.size(), successful, id -> id, failed))
        .chunkSize(3)
        .run(List.of("a", "b", "c"));
  }

  private static DeadLetter<String> onlyDead(BatchReport<String> report) {
    assertThat(report.counts().done()).isEqualTo(2);
    assertThat(report.deadLetters()).hasSize(1);
    return report.deadLetters().get(0);
  }

  @Test
  void an_entry_that_is_successful_and_failed_has_an_unknown_effect() {
    DeadLetter<String> dead =
        onlyDead(run(List.of("0", "1", "2"), List.of(failure("1").code("InternalError").build())));

    assertThat(dead.item()).isEqualTo("b");
    assertThat(dead.stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
    assertThat(dead.message()).contains("as successful and as failed");
  }

  @Test
  void a_result_that_is_null_concerns_no_other_entry() {
    DeadLetter<String> dead =
        onlyDead(run(Arrays.asList("0", null, "2"), Arrays.asList((BatchResultErrorEntry) null)));

    assertThat(dead.item()).isEqualTo("b");
    assertThat(dead.stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
    assertThat(dead.message()).contains("does not name the entry");
  }

  @Test
  void a_failure_without_a_code_is_described_by_its_message() {
    DeadLetter<String> dead =
        onlyDead(run(List.of("0", "2"), List.of(failure("1").message("try later").build())));

    assertThat(dead.message()).isEqualTo("try later");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " "})
  void a_failure_without_a_code_and_a_message_says_so(@Nullable String blank) {
    for (boolean senderFault : List.of(false, true)) {
      BatchResultErrorEntry failure =
          failure("1").code(blank).message(blank).senderFault(senderFault).build();

      DeadLetter<String> dead = onlyDead(run(List.of("0", "2"), List.of(failure)));

      assertThat(dead.message())
          .isEqualTo("the response names the entry as failed, without a reason");
    }
  }

  @Test
  void a_refused_delete_has_the_error_of_the_service() {
    BatchResultErrorEntry invalid =
        failure("0").code("ReceiptHandleIsInvalid").senderFault(true).build();

    BatchReport<String> report =
        Batch.of(
                ONCE,
                (List<String> chunk) ->
                    EntryResults.<String, String>readDeletes(
                        1, List.of(), id -> id, List.of(invalid)))
            .run(List.of("a"));

    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(dead -> assertThat(dead.error()).isInstanceOf(AwsServiceException.class));
  }

  /** The key of the queue is checked for each message, and the caller may not use it. */
  @ParameterizedTest
  @CsvSource({"KMS.AccessDeniedException, true", "InvalidMessageContents, false"})
  void entries_that_all_fail_because_of_the_caller_stop_the_run(String code, boolean stops) {
    ScriptedQueue queue = new ScriptedQueue();
    queue.denied = code;
    BatchReport<SendMessageBatchRequestEntry> report =
        SqsBatches.of(queue, "http://localhost/1/orders")
            .sends()
            .parallelism(1)
            .run(Queues.messages(100));

    assertThat(report.counts().dead()).isEqualTo(stops ? 10 : 100);
    assertThat(report.counts().notAttempted()).isEqualTo(stops ? 90 : 0);
    assertThat(report.stopFailure().isPresent()).isEqualTo(stops);
    assertThat(report.deadLetters().get(0).message()).contains(code);
  }
}
