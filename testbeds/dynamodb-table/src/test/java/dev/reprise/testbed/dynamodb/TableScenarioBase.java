package dev.reprise.testbed.dynamodb;

import static dev.reprise.testbed.dynamodb.Sdk.item;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Creates a table for each test, with ample capacity, so that servers without throttling pass as
 * well.
 */
abstract class TableScenarioBase {

  static final String KEY_MISMATCH = "The provided key element does not match the schema";

  private final URI endpoint;

  DynamoDbClient client;
  String table;

  TableScenarioBase(URI endpoint) {
    this.endpoint = endpoint;
  }

  @BeforeEach
  void createTable() {
    client = Sdk.client(endpoint);
    table = "contract-" + UUID.randomUUID();
    client.createTable(Sdk.table(table, 1_000_000, 1_000_000).build());
    awaitActive(table);
  }

  @AfterEach
  void deleteTable() {
    client.deleteTable(d -> d.tableName(table));
    client.close();
  }

  /** Waits until the table is active; a server may take a moment to create it. */
  final void awaitActive(String name) {
    TableStatus status = TableStatus.CREATING;
    for (int asked = 0; asked < 10_000 && status != TableStatus.ACTIVE; asked++) {
      status = client.describeTable(d -> d.tableName(name)).table().tableStatus();
    }
    assertThat(status).isEqualTo(TableStatus.ACTIVE);
  }

  final void store(Map<String, AttributeValue> item) {
    client.putItem(p -> p.tableName(table).item(item));
  }

  final Map<String, AttributeValue> load(Map<String, AttributeValue> key) {
    return client.getItem(g -> g.tableName(table).key(key).consistentRead(true)).item();
  }

  final BatchWriteItemResponse write(List<WriteRequest> requests) {
    return client.batchWriteItem(w -> w.requestItems(Map.of(table, requests)));
  }

  final BatchGetItemResponse read(KeysAndAttributes wanted) {
    return client.batchGetItem(g -> g.requestItems(Map.of(table, wanted)));
  }
}
