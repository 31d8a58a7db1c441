package dev.reprise.aws.batch.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.report.BatchReport;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequest;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResponse;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResponse;

/** Tests receipt handles that are invalid after the response to the first request was lost. */
class InvalidHandleTest {

  /** A queue that loses its first response, and then knows no handle. */
  private static final class Forgetful implements SqsClient {

    private int requests;

    private BatchResultErrorEntry answer(String id) {
      if (requests++ == 0) {
        throw SdkClientException.create("response lost", new IOException("connection reset"));
      }
      return BatchResultErrorEntry.builder()
          .id(id)
          .code("ReceiptHandleIsInvalid")
          .senderFault(true)
          .build();
    }

    @Override
    public DeleteMessageBatchResponse deleteMessageBatch(DeleteMessageBatchRequest request) {
      return DeleteMessageBatchResponse.builder()
          .failed(answer(request.entries().get(0).id()))
          .build();
    }

    @Override
    public ChangeMessageVisibilityBatchResponse changeMessageVisibilityBatch(
        ChangeMessageVisibilityBatchRequest request) {
      return ChangeMessageVisibilityBatchResponse.builder()
          .failed(answer(request.entries().get(0).id()))
          .build();
    }

    @Override
    public String serviceName() {
      return "sqs";
    }

    @Override
    public void close() {}
  }

  private static SqsBatches batches() {
    return SqsBatches.of(new Forgetful(), "https://sqs/queue").policy(Queues.SOON);
  }

  @Test
  void a_delete_is_done_because_the_lost_request_may_have_deleted_the_message() {
    BatchReport<DeleteMessageBatchRequestEntry> report =
        batches()
            .deletes()
            .run(List.of(DeleteMessageBatchRequestEntry.builder().receiptHandle("h").build()));

    assertThat(report.counts().done()).isEqualTo(1);
  }

  @Test
  void a_visibility_change_is_dead_because_it_makes_no_handle_invalid() {
    BatchReport<ChangeMessageVisibilityBatchRequestEntry> report =
        batches()
            .visibilityChanges()
            .run(
                List.of(
                    ChangeMessageVisibilityBatchRequestEntry.builder()
                        .receiptHandle("h")
                        .visibilityTimeout(60)
                        .build()));

    assertThat(report.counts().dead()).isEqualTo(1);
    assertThat(report.deadLetters().get(0).message()).contains("ReceiptHandleIsInvalid");
    assertThat(report.deadLetters().get(0).attempts()).isEqualTo(2);
  }
}
