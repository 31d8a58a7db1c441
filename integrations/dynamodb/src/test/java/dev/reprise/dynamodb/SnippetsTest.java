package dev.reprise.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.batch.FailedItem;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

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
      written.failures().forEach(failed -> System.err.println(failed.message()));
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
  void sets_it_up() {
    List<FailedItem<ItemWrite>> deadLetters = new ArrayList<>();
    List<ItemWrite> writes = List.of(ItemWrite.put(items.get(0)), ItemWrite.delete(Sdk.key(1)));
    // dynamodb-settings
    WriteReport report =
        DynamoDbBatch.of(client, "orders")
            .keySchema(KeySchema.of("id", "stage"))
            .policy(RetryPolicy.builder().maxAttempts(20).within(Duration.ofHours(1)).build())
            .parallelism(16)
            .onFailedWrite(deadLetters::add)
            .write(writes.iterator());
    // end
    assertThat(report.allDone()).isTrue();
    assertThat(deadLetters).isEmpty();
    assertThat(server.counters().requests("DescribeTable")).isZero();
  }

  @Test
  void the_guide_shows_these_very_snippets() throws Exception {
    String page = Files.readString(Path.of("..", "..", "docs", "guide", "dynamodb.md"));
    List<String> source =
        Files.readAllLines(Path.of("src/test/java/dev/reprise/dynamodb/SnippetsTest.java"));
    for (String name : List.of("dynamodb-batch", "dynamodb-settings")) {
      int start = source.indexOf("    // " + name) + 1;
      List<String> rest = source.subList(start, source.size());
      String snippet = String.join("\n", rest.subList(0, rest.indexOf("    // end")));
      assertThat(page).contains(snippet.indent(-4).strip());
    }
  }
}
