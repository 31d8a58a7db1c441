package dev.reprise.aws.batch.sqs;

import static dev.reprise.aws.batch.sqs.Queues.grouped;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** Messages of a FIFO queue that were dead in an earlier run with the same journal. */
class FifoJournalTest {

  @Test
  void are_sent_also_if_later_ones_of_their_group_are_done(@TempDir Path directory) {
    ScriptedQueue queue = new ScriptedQueue();
    queue.refused = "message 3";
    SqsBatches batches =
        SqsBatches.of(queue, "https://sqs/queue.fifo")
            .policy(Queues.SOON)
            .journaledIn(BatchJournal.in(directory.resolve("sent.journal")));

    BatchReport<SendMessageBatchRequestEntry> first = batches.sends().run(grouped(20, 2));
    queue.refused = "";
    BatchReport<SendMessageBatchRequestEntry> second = batches.sends().run(grouped(20, 2));

    assertThat(first.deadLetters()).extracting(DeadLetter::position).containsExactly(3L);
    assertThat(second.counts().doneBefore()).isEqualTo(19);
    assertThat(second.counts().done()).isEqualTo(1);
    assertThat(second.counts().superseded()).isZero();
    assertThat(queue.arrived).hasSize(20).endsWith("message 3");
  }
}
