package dev.reprise.verification.benchmarks.batch;

import com.sun.management.ThreadMXBean;
import dev.reprise.testbed.dynamodb.ServerCounters;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * A table server, the same for all contestants, with a table that is empty at the beginning of each
 * run, and a client of the SDK on Apache's HTTP client.
 */
final class Stage implements AutoCloseable {

  private static final long READ_UNITS = 100_000_000;

  private final TableServer server;
  private final DynamoDbClient client;
  private final long units;

  /** A stage whose server runs in this process. */
  Stage(long units, int connections) {
    this(TableServer.here(units), units, connections);
  }

  /**
   * @param server closed with the stage
   * @param units the table's write units a second, of which as many lie ready at the beginning
   * @param connections at a time
   */
  Stage(TableServer server, long units, int connections) {
    this.server = server;
    this.units = units;
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

  TableServer server() {
    return server;
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
    createTable();
    Run run =
        run(
            loader,
            items,
            () ->
                items.size()
                    - client.describeTable(t -> t.tableName(Loader.TABLE)).table().itemCount());
    client.deleteTable(table -> table.tableName(Loader.TABLE));
    return run;
  }

  /** Lets a contestant load all records into a new table, and reads what has become of them. */
  Run runAndCompare(Loader loader, GameRecords records) {
    createTable();
    return run(
        loader,
        records,
        () -> {
          Content content = Content.of(client, Loader.TABLE, records);
          if (content.different() > 0 || content.surplus() > 0) {
            throw new IllegalStateException(loader.name() + " wrote something else: " + content);
          }
          return content.missing();
        });
  }

  private Run run(
      Loader loader, List<Map<String, AttributeValue>> items, LongSupplier lostAfterwards) {
    ServerCounters before = server.counters();
    long bytes = allocated();
    long began = System.nanoTime();
    loader.load(items);
    double seconds = (System.nanoTime() - began) / 1e9;
    long allocated = allocated() - bytes;
    ServerCounters counters = server.counters().since(before);
    return new Run(
        loader.name(),
        items.size(),
        lostAfterwards.getAsLong(),
        counters,
        seconds,
        units,
        allocated);
  }

  /** An empty table with the units of this stage. */
  void createTable() {
    client.createTable(
        table ->
            table
                .tableName(Loader.TABLE)
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName(GameRecords.KEY)
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .keySchema(
                    KeySchemaElement.builder()
                        .attributeName(GameRecords.KEY)
                        .keyType(KeyType.HASH)
                        .build())
                .provisionedThroughput(
                    ProvisionedThroughput.builder()
                        .writeCapacityUnits(units)
                        .readCapacityUnits(READ_UNITS)
                        .build()));
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
