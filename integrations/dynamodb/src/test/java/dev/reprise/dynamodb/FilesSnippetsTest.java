package dev.reprise.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.dynamodb.deadletter.DeadLetterFile;
import dev.reprise.dynamodb.deadletter.DeadLetterReader;
import dev.reprise.dynamodb.items.BadLine;
import dev.reprise.dynamodb.items.ItemReader;
import dev.reprise.dynamodb.items.ItemWriter;
import dev.reprise.dynamodb.scan.ScanReport;
import dev.reprise.dynamodb.scan.TableScan;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteReport;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The snippets of "Moving a table", compiled and run. */
class FilesSnippetsTest {

  private final DynamoDbTableServer from = DynamoDbTableServer.builder().start();
  private final DynamoDbTableServer to = DynamoDbTableServer.builder().start();
  private final DynamoDbClient source = Sdk.blocking(from.endpoint()).build();
  private final DynamoDbClient target = Sdk.blocking(to.endpoint()).build();

  @TempDir private Path folder;

  @AfterEach
  void stop() {
    source.close();
    target.close();
    from.close();
    to.close();
  }

  @Test
  void moves_a_table() throws IOException {
    Sdk.createTable(source, 100_000, 100_000);
    Sdk.createTable(target, 100_000, 100_000);
    DynamoDbBatch.of(source, "orders").put(Sdk.items(100));
    Path file = folder.resolve("orders.ndjson.gz");
    Path dead = folder.resolve("dead.ndjson");

    try (ItemWriter writer = ItemWriter.create(file)) {
      ScanReport scanned = TableScan.of(source, "orders").capacityShare(0.5).exportTo(writer);
      System.out.println(scanned);
    }

    try (ItemReader items = ItemReader.open(file, bad -> System.err.println(bad.reason()));
        DeadLetterFile letters = DeadLetterFile.create(dead, "orders")) {
      WriteReport loaded =
          DynamoDbBatch.of(target, "orders")
              .onDeadWrite(letter -> letters.write(letter, items.lineOf(letter.position())))
              .put(() -> items);
      System.out.println(loaded.counts());
    }
    assertThat(DynamoDbBatch.of(target, "orders").get(Sdk.keys(100)).items())
        .isEqualTo(Sdk.items(100));
    assertThat(dead).doesNotExist();
  }

  @Test
  void replays_dead_letters() throws IOException {
    Sdk.createTable(target, 100_000, 100_000);
    Path dead = folder.resolve("dead.ndjson");
    try (DeadLetterFile letters = DeadLetterFile.create(dead, "orders")) {
      letters.bad(new BadLine(1, "not JSON", "?"));
      Sdk.items(10).forEach(item -> letters.notAttempted(ItemWrite.put(item).ifAbsent()));
    }
    List<BadLine> left = new ArrayList<>();

    try (DeadLetterReader letters = DeadLetterReader.open(dead, left::add)) {
      WriteReport replayed = DynamoDbBatch.of(target, "orders").write(letters);
      System.out.println(replayed.counts());
    }
    assertThat(DynamoDbBatch.of(target, "orders").get(Sdk.keys(10)).items())
        .isEqualTo(Sdk.items(10));
    assertThat(left).hasSize(1);
  }
}
