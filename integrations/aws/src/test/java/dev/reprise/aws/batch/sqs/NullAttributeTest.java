package dev.reprise.aws.batch.sqs;

import static dev.reprise.aws.batch.sqs.Queues.message;
import static dev.reprise.aws.batch.sqs.Queues.messages;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** A message with an attribute that is null, which the client could not write. */
class NullAttributeTest {

  @Test
  void is_dead_alone_also_with_a_journal(@TempDir Path directory) {
    Map<String, MessageAttributeValue> attributes = new HashMap<>();
    attributes.put("kind", null);
    List<SendMessageBatchRequestEntry> input = new ArrayList<>(messages(20));
    input.set(13, message("refused").toBuilder().messageAttributes(attributes).build());

    BatchReport<SendMessageBatchRequestEntry> report =
        SqsBatches.of(new ScriptedQueue(), "https://sqs/queue")
            .policy(Queues.SOON)
            .journaledIn(BatchJournal.in(directory.resolve("sent.journal")))
            .sends()
            .run(input);

    assertThat(report.journalFailure()).isEmpty();
    assertThat(report.counts().done()).isEqualTo(19);
    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(
            dead -> {
              assertThat(dead.position()).isEqualTo(13);
              assertThat(dead.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
              assertThat(dead.message()).isEqualTo("the attribute kind is null");
            });
  }
}
