package dev.reprise.dynamodb.write;

import static dev.reprise.dynamodb.Sdk.items;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.TableTest;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.dynamodb.Fault;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournaledWritesTest extends TableTest {

  @TempDir private Path folder;

  private List<ItemWrite> writes() {
    return items(100).stream().map(item -> ItemWrite.put(item).ifAbsent()).toList();
  }

  /**
   * The first run does not know the result of most of its writes; the second run recognizes them.
   */
  @Test
  void interrupted_run_is_resumed_and_recognizes_its_own_items() throws Exception {
    Path file = folder.resolve("journal");
    DynamoDbBatch batch = batch(Through.BLOCKING).journaledIn(BatchJournal.in(file));
    AtomicInteger puts = new AtomicInteger();
    faults =
        operation ->
            operation.equals("PutItem") && puts.incrementAndGet() > 30
                ? Optional.of(Fault.dropAfterProcessing())
                : Optional.empty();
    WriteReport first = batch.policy(RetryPolicy.builder().maxAttempts(1).build()).write(writes());
    assertThat(first.counts().done()).isEqualTo(30);
    assertThat(first.counts().dead()).isEqualTo(70);
    faults = operation -> Optional.empty();

    WriteReport second = batch.write(writes());

    assertThat(second.allDone()).as("%s", second).isTrue();
    assertThat(second.counts().doneBefore()).isEqualTo(30);
    assertThat(second.counts().done()).isEqualTo(70);
    assertThat(server.counters().itemsWritten()).isEqualTo(100);
    assertThat(BatchJournal.inspect(file).description())
        .startsWith("writes to orders in us-east-1 at http://127.0.0.1:");
  }

  @Test
  void journal_of_another_target_is_refused() {
    BatchJournal journal = BatchJournal.in(folder.resolve("journal")).describing("orders.ndjson");
    assertThat(batch(Through.BLOCKING).journaledIn(journal).write(writes()).allDone()).isTrue();

    WriteReport other =
        DynamoDbBatch.of(client, "others")
            .keySchema(KeySchema.of("id", "stage"))
            .journaledIn(journal)
            .write(writes());

    assertThat(other.allDone()).isFalse();
    assertThat(other.batch().journalFailure()).isPresent();
    assertThat(other.usage().requests()).isZero();
  }
}
