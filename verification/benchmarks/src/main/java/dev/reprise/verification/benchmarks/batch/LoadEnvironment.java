package dev.reprise.verification.benchmarks.batch;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.reprise.testbed.dynamodb.ServerCounters;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
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
 * A table server with the same settings for all contenders, a table that is empty at the start of
 * each run, and a client of the SDK on Apache's HTTP client.
 */
final class LoadEnvironment implements AutoCloseable {

  private static final long READ_UNITS = 100_000_000;

  private final TableServer server;
  private final DynamoDbClient client;
  private final DynamoDbClient singleAttempts;
  private final long units;

  /** Uses a server in this process. */
  LoadEnvironment(long units, int connections) {
    this(TableServer.here(units), units, connections);
  }

  /**
   * @param server closed with this object
   * @param units the table's write units a second; the same number is available at the start
   * @param connections maximum at a time
   */
  LoadEnvironment(TableServer server, long units, int connections) {
    this.server = server;
    this.units = units;
    client = client(connections, configuration -> {});
    singleAttempts =
        client(
            connections,
            configuration -> configuration.retryStrategy(AwsRetryStrategy.doNotRetry()));
  }

  private DynamoDbClient client(
      int connections, Consumer<ClientOverrideConfiguration.Builder> configuration) {
    return DynamoDbClient.builder()
        .endpointOverride(server.endpoint())
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("nobody", "nothing")))
        .httpClientBuilder(Apache5HttpClient.builder().maxConnections(connections))
        .overrideConfiguration(configuration)
        .build();
  }

  /** A client that retries calls by itself, as it does by default. */
  DynamoDbClient client() {
    return client;
  }

  /** A client that sends each call once. */
  DynamoDbClient singleAttempts() {
    return singleAttempts;
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

  /** Runs a contender, which loads all items into a new table. */
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

  /**
   * Runs a contender, which loads all records into a new table, and compares the table with them.
   */
  Run runAndCompare(Loader loader, GameRecords records) {
    createTable();
    return run(
        loader,
        records,
        () -> {
          Content content = Content.of(client, Loader.TABLE, records);
          if (content.different() > 0 || content.surplus() > 0) {
            throw new IllegalStateException(loader.name() + " wrote different items: " + content);
          }
          return content.missing();
        });
  }

  private Run run(
      Loader loader, List<Map<String, AttributeValue>> items, LongSupplier lostAfterwards) {
    ServerCounters before = server.counters();
    long bytes = allocated();
    long cpu = processor();
    long began = System.nanoTime();
    loader.load(items);
    double seconds = (System.nanoTime() - began) / 1e9;
    long processor = processor() - cpu;
    long allocated = allocated() - bytes;
    ServerCounters counters = server.counters().since(before);
    return new Run(
        loader.name(),
        items.size(),
        lostAfterwards.getAsLong(),
        counters,
        seconds,
        units,
        allocated,
        processor);
  }

  /** Creates an empty table with these units. */
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

  /** Bytes allocated by all live threads. This includes the server's threads for each contender. */
  private static long allocated() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return LongStream.of(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
        .filter(bytes -> bytes > 0)
        .sum();
  }

  private static long processor() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  @Override
  public void close() {
    client.close();
    singleAttempts.close();
    server.close();
  }
}
