package dev.reprise.verification.benchmarks.batch;

import com.sun.management.ThreadMXBean;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.ServerCounters;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * A table server in this process, the same for all contestants, with a table that is empty at the
 * beginning of each run, and a client of the SDK on Apache's HTTP client.
 */
final class Stage implements AutoCloseable {

  /** The burst of the server: what it offers at once at the beginning. */
  private static final Duration BURST = Duration.ofSeconds(1);

  private final DynamoDbTableServer server;
  private final DynamoDbClient client;
  private final long units;

  Stage(long units, int connections) {
    this.units = units;
    server = DynamoDbTableServer.builder().writeUnits(units).burst(BURST).start();
    client =
        DynamoDbClient.builder()
            .endpointOverride(server.endpoint())
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("nobody", "nothing")))
            .httpClientBuilder(Apache5HttpClient.builder().maxConnections(connections))
            .build();
  }

  DynamoDbClient client() {
    return client;
  }

  static List<Map<String, AttributeValue>> items(int count, int bodyLength) {
    AttributeValue body = AttributeValue.fromS("x".repeat(bodyLength));
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              Map<String, AttributeValue> item = new HashMap<>();
              item.put("id", AttributeValue.fromS("item-" + i));
              item.put("body", body);
              return item;
            })
        .toList();
  }

  /** Lets a contestant load all items into a new table. */
  Run run(Loader loader, List<Map<String, AttributeValue>> items) {
    client.createTable(
        table ->
            table
                .tableName(Loader.TABLE)
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("id")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .keySchema(
                    KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build())
                .billingMode(BillingMode.PAY_PER_REQUEST));
    ServerCounters before = server.counters();
    long bytes = allocated();
    long began = System.nanoTime();
    loader.load(items);
    double seconds = (System.nanoTime() - began) / 1e9;
    long allocated = allocated() - bytes;
    ServerCounters counters = server.counters().since(before);
    long there = client.describeTable(t -> t.tableName(Loader.TABLE)).table().itemCount();
    client.deleteTable(table -> table.tableName(Loader.TABLE));
    return new Run(
        loader.name(), items.size(), items.size() - there, counters, seconds, units, allocated);
  }

  /** Of all threads that are alive, which the server's are: the same for all contestants. */
  private static long allocated() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return LongStream.of(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
        .filter(bytes -> bytes > 0)
        .sum();
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
