package dev.reprise.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.dynamodb.read.KeyRead;
import dev.reprise.dynamodb.read.ReadReport;
import dev.reprise.dynamodb.statement.PartiqlStatement;
import dev.reprise.dynamodb.statement.StatementReport;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.transaction.CancelledWrite;
import dev.reprise.dynamodb.transaction.TransactionReport;
import dev.reprise.dynamodb.transaction.WriteTransaction;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteCondition;
import dev.reprise.dynamodb.write.WriteReport;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The snippets of the guide, compiled and run. */
class SnippetsTest {

  private final DynamoDbTableServer server = DynamoDbTableServer.builder().start();
  private final DynamoDbClient client = Sdk.blocking(server.endpoint()).build();
  private final List<Map<String, AttributeValue>> items = Sdk.items(30);
  private final List<Map<String, AttributeValue>> keys = Sdk.keys(31);

  @BeforeEach
  void createTable() {
    Sdk.createTable(client, 1_000, 1_000);
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void writes_and_reads() {
    List<Map<String, AttributeValue>> found = new ArrayList<>();
    List<Map<String, AttributeValue>> absent = new ArrayList<>();
    // dynamodb-batch
    DynamoDbBatch orders = DynamoDbBatch.of(client, "orders");

    WriteReport written = orders.put(items);
    if (!written.allDone()) {
      written.deadLetters().forEach(dead -> System.err.println(dead.message()));
    }

    ReadReport read = orders.get(keys);
    for (KeyRead one : read.reads()) {
      one.item().ifPresentOrElse(found::add, () -> absent.add(one.key()));
    }
    // end
    assertThat(written.allDone()).isTrue();
    assertThat(found).isEqualTo(items);
    assertThat(absent).containsExactly(Sdk.key(30));
  }

  @Test
  void changes_the_settings() {
    List<DeadLetter<ItemWrite>> deadLetters = new ArrayList<>();
    List<ItemWrite> writes = List.of(ItemWrite.put(items.get(0)), ItemWrite.delete(Sdk.key(1)));
    // dynamodb-settings
    WriteReport report =
        DynamoDbBatch.of(client, "orders")
            .keySchema(KeySchema.of("id", "stage"))
            .policy(RetryPolicy.builder().maxAttempts(20).within(Duration.ofHours(1)).build())
            .parallelism(16)
            .onDeadWrite(deadLetters::add)
            .write(writes.iterator());
    // end
    assertThat(report.allDone()).isTrue();
    assertThat(deadLetters).isEmpty();
    assertThat(server.counters().requests("DescribeTable")).isZero();
  }

  @Test
  void writes_under_conditions() {
    Map<String, AttributeValue> order = items.get(0);
    Map<String, AttributeValue> changed = items.get(1);
    Map<String, AttributeValue> key = Sdk.key(2);
    AttributeValue seven = AttributeValue.fromN("7");
    DynamoDbBatch orders = DynamoDbBatch.of(client, "orders");
    List<Map<String, AttributeValue>> inTheWay = new ArrayList<>();
    orders.put(List.of(order));
    // dynamodb-conditions
    WriteCondition unchanged = WriteCondition.of("version = :read").withValue(":read", seven);

    WriteReport report =
        orders.write(
            Stream.of(
                ItemWrite.put(order).ifAbsent(),
                ItemWrite.put(changed).onlyIf(unchanged.doneIfAsWritten()),
                ItemWrite.delete(key).onlyIf(unchanged)));

    for (DeadLetter<ItemWrite> dead : report.deadLetters()) {
      if (dead.error() instanceof ConditionalCheckFailedException refused) {
        inTheWay.add(refused.item());
      }
    }
    // end
    assertThat(report.counts().dead()).isEqualTo(3);
    assertThat(inTheWay).contains(order);
  }

  @Test
  void writes_together_or_not_at_all() {
    DynamoDbBatch orders = DynamoDbBatch.of(client, "orders");
    orders.put(items.subList(3, 4));
    TransactWriteItem countIt =
        TransactWriteItem.builder()
            .update(
                u ->
                    u.tableName("orders")
                        .key(Sdk.key(99))
                        .updateExpression("ADD orders :one")
                        .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))))
            .build();
    // dynamodb-transactions
    TransactionReport report =
        orders.transact(
            items.stream()
                .map(
                    order ->
                        WriteTransaction.builder()
                            .add(ItemWrite.put(order).ifAbsent())
                            .add(countIt)
                            .build()));

    report.deadLetters().forEach(dead -> System.err.println(CancelledWrite.of(dead)));
    // [[0] ConditionalCheckFailed: The conditional request failed]
    // end
    assertThat(CancelledWrite.of(report.deadLetters().get(0)))
        .hasToString("[[0] ConditionalCheckFailed: The conditional request failed]");
    assertThat(report.counts().dead()).isEqualTo(1);
    assertThat(report.counts().done()).isEqualTo(29);
  }

  @Test
  void carries_out_statements() {
    DynamoDbBatch orders = DynamoDbBatch.of(client, "orders");
    orders.put(items);
    List<Map<String, AttributeValue>> found = new ArrayList<>();
    // dynamodb-statements
    List<PartiqlStatement> statements = new ArrayList<>();
    for (Map<String, AttributeValue> key : keys) {
      statements.add(
          PartiqlStatement.of(
              "SELECT * FROM orders WHERE id = ? AND stage = ?", key.get("id"), key.get("stage")));
    }

    StatementReport report =
        orders.execute(statements.iterator(), result -> result.item().ifPresent(found::add));
    // end
    assertThat(report.allDone()).isTrue();
    assertThat(found).hasSize(30);
  }

  @Test
  void loads_at_half_of_the_capacity_and_resumes(@TempDir Path folder) {
    Path journal = folder.resolve("orders.journal");
    List<ItemWrite> writes = items.stream().map(ItemWrite::put).toList();
    // dynamodb-load
    WriteReport report =
        DynamoDbBatch.of(client, "orders")
            .capacityShare(0.5)
            .journaledIn(BatchJournal.in(journal).describing("orders.ndjson"))
            .write(writes.iterator());
    // end
    assertThat(report.allDone()).isTrue();
    assertThat(journal).exists();
  }

  @Test
  void the_guide_has_the_same_snippets() throws Exception {
    String page = Files.readString(Path.of("..", "..", "docs", "guide", "dynamodb.md"));
    List<String> source =
        Files.readAllLines(Path.of("src/test/java/dev/reprise/dynamodb/SnippetsTest.java"));
    for (String name :
        List.of(
            "dynamodb-batch",
            "dynamodb-settings",
            "dynamodb-conditions",
            "dynamodb-transactions",
            "dynamodb-statements",
            "dynamodb-load")) {
      int start = source.indexOf("    // " + name) + 1;
      List<String> rest = source.subList(start, source.size());
      String snippet = String.join("\n", rest.subList(0, rest.indexOf("    // end")));
      assertThat(page).contains(snippet.indent(-4).strip());
    }
  }
}
