package dev.reprise.spark;

import dev.reprise.spark.internal.table.TableLocation;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A server with tables, and a client that reads them. */
public final class TestTables implements AutoCloseable {

  public final DynamoDbTableServer server;
  public final DynamoDbClient client;

  public TestTables(DynamoDbTableServer server) {
    this.server = server;
    this.client = new TableLocation("any", null, endpoint()).client(8);
  }

  public static TestTables fast() {
    return new TestTables(
        DynamoDbTableServer.builder().writeUnits(1_000_000).readUnits(1_000_000).start());
  }

  public String endpoint() {
    return server.endpoint().toString();
  }

  /** A table whose key is a number named id. */
  public TestTables with(String table) {
    client.createTable(request(table).billingMode(BillingMode.PAY_PER_REQUEST).build());
    return this;
  }

  public TestTables provisioned(String table, long writeUnits) {
    client.createTable(
        request(table)
            .provisionedThroughput(
                ProvisionedThroughput.builder()
                    .readCapacityUnits(10_000L)
                    .writeCapacityUnits(writeUnits)
                    .build())
            .build());
    return this;
  }

  private static CreateTableRequest.Builder request(String table) {
    return CreateTableRequest.builder()
        .tableName(table)
        .attributeDefinitions(
            AttributeDefinition.builder()
                .attributeName("id")
                .attributeType(ScalarAttributeType.N)
                .build())
        .keySchema(KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build());
  }

  public List<Map<String, AttributeValue>> items(String table) {
    List<Map<String, AttributeValue>> all = new ArrayList<>();
    client.scanPaginator(scan -> scan.tableName(table)).items().forEach(all::add);
    return all;
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
