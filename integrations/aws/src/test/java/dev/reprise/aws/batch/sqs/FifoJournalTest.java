package dev.reprise.aws.batch.sqs;

import static dev.reprise.aws.batch.sqs.Queues.grouped;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResultEntry;

/** Messages of a FIFO queue that were dead in an earlier run with the same journal. */
class FifoJournalTest {

  /** A queue that fails one message until it is repaired. */
  private static final class Failing implements SqsClient {

    final List<String> arrived = Collections.synchronizedList(new ArrayList<>());
    volatile boolean repaired;

    @Override
    public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
      List<SendMessageBatchResultEntry> successful = new ArrayList<>();
      List<BatchResultErrorEntry> failed = new ArrayList<>();
      for (SendMessageBatchRequestEntry entry : request.entries()) {
        if (entry.messageBody().equals("message 3") && !repaired) {
          failed.add(BatchResultErrorEntry.builder().id(entry.id()).code("InternalError").build());
        } else {
          arrived.add(entry.messageBody());
          successful.add(SendMessageBatchResultEntry.builder().id(entry.id()).build());
        }
      }
      return SendMessageBatchResponse.builder().successful(successful).failed(failed).build();
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }

  @Test
  void are_sent_also_if_later_ones_of_their_group_are_done(@TempDir Path directory) {
    Failing queue = new Failing();
    SqsBatches batches =
        SqsBatches.of(queue, "https://sqs/queue.fifo")
            .policy(Queues.SOON)
            .journaledIn(BatchJournal.in(directory.resolve("sent.journal")));

    BatchReport<SendMessageBatchRequestEntry> first = batches.sends().run(grouped(20, 2));
    queue.repaired = true;
    BatchReport<SendMessageBatchRequestEntry> second = batches.sends().run(grouped(20, 2));

    assertThat(first.deadLetters()).extracting(DeadLetter::position).containsExactly(3L);
    assertThat(second.counts().doneBefore()).isEqualTo(19);
    assertThat(second.counts().done()).isEqualTo(1);
    assertThat(second.counts().superseded()).isZero();
    assertThat(queue.arrived).hasSize(20).endsWith("message 3");
  }
}
