package dev.reprise.spark.example;

import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.Fault;
import dev.reprise.testbed.dynamodb.ServerCounters;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Submits {@link ParquetToTable} to a cluster of two workers and a table that throttles, kills an
 * executor with SIGKILL during the job, and compares each item of the table with its row.
 */
public final class ClusterJob {

  private static final String TABLE = "games";
  private static final int ROWS_OF_A_CALL = 25;

  private final Path home;
  private final Path connector;
  private final Path work;
  private final long rows;
  private final long units;
  private final long limit;
  private final AtomicLong calls = new AtomicLong();

  /**
   * Creates a job.
   *
   * @param home folder with Spark's jars in {@code jars}
   * @param connector the shaded jar of this module
   * @param work an empty folder for logs and files
   * @param units write units of the table
   * @param limit write units a second that the job may use; 0 for no limit
   */
  ClusterJob(Path home, Path connector, Path work, long rows, long units, long limit) {
    this.home = home;
    this.connector = connector;
    this.work = work;
    this.rows = rows;
    this.units = units;
    this.limit = limit;
  }

  public static void main(String[] args) throws Exception {
    Path work = Files.createTempDirectory("reprise-spark-job");
    ClusterJob job =
        new ClusterJob(
            Path.of(args[0]).toAbsolutePath(),
            Path.of(args[1]).toAbsolutePath(),
            work,
            Long.parseLong(args[2]),
            Long.parseLong(args[3]),
            args.length > 4 ? Long.parseLong(args[4]) : 0);
    System.out.println("logs are in " + work);
    Map<String, Long> numbers = job.run();
    numbers.forEach((name, number) -> System.out.printf("%-38s %,12d%n", name, number));
    if (numbers.get("rows missing or different in the table") != 0
        || numbers.get("items in the table") != job.rows
        || numbers.get("done") != job.rows) {
      System.out.println("NOT EQUAL");
      System.exit(1);
    }
    System.out.println("The table holds exactly the input.");
  }

  /** Runs the job and returns the counts. */
  Map<String, Long> run() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path program = programJar(work.resolve("example.jar"));
    CompletableFuture<Void> thirdOfCalls = new CompletableFuture<>();
    try (DynamoDbTableServer server =
            DynamoDbTableServer.builder()
                .writeUnits(units)
                .readUnits(10_000_000)
                .faults(operation -> countCall(operation, thirdOfCalls))
                .start();
        DynamoDbClient client = client(server.endpoint());
        Cluster cluster = Cluster.start(home, work, java)) {
      createTable(client);
      Path parquet = work.resolve("games.parquet");
      finish(
          cluster,
          "games",
          cluster.submit(
              "games",
              "local[2]",
              List.of(),
              List.of("--class", Games.class.getName(), program + "", parquet + "", rows + "")));
      ServerCounters before = server.counters();
      WriteMeter meter = limit > 0 ? WriteMeter.start(server, limit) : null;
      Process job =
          cluster.submit("job", cluster.master(), List.of(), program(program, parquet, server));
      CompletableFuture.anyOf(thirdOfCalls, job.onExit()).get(5, TimeUnit.MINUTES);
      long killed = cluster.killAnExecutor().isPresent() ? 1 : 0;
      finish(cluster, "job", job);
      Map<String, Long> numbers = numbers(cluster, killed, server.counters().since(before), client);
      if (meter != null) {
        meter.close();
        numbers.put("write units above the limit at most", Math.round(meter.maxExcess()));
      }
      return numbers;
    }
  }

  /**
   * Injects no fault; completes the future with the call that starts the second third of the rows.
   */
  private Optional<Fault> countCall(String operation, CompletableFuture<Void> thirdOfCalls) {
    if (operation.equals("BatchWriteItem")
        && calls.incrementAndGet() >= rows / 3 / ROWS_OF_A_CALL) {
      thirdOfCalls.complete(null);
    }
    return Optional.empty();
  }

  private List<String> program(Path program, Path parquet, DynamoDbTableServer server) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--jars",
                connector.toString(),
                "--class",
                ParquetToTable.class.getName(),
                program.toString(),
                parquet.toString(),
                TABLE,
                "endpoint=" + server.endpoint()));
    arguments.addAll(
        limit > 0 ? List.of("writers=2", "unitsPerSecond=" + limit) : List.of("writers=8"));
    return arguments;
  }

  private static void finish(Cluster cluster, String name, Process process)
      throws IOException, InterruptedException {
    if (process.waitFor() != 0) {
      throw new IllegalStateException(name + " failed:\n" + Files.readString(cluster.log(name)));
    }
  }

  private Map<String, Long> numbers(
      Cluster cluster, long killed, ServerCounters counters, DynamoDbClient client)
      throws IOException {
    Map<String, Long> numbers = new LinkedHashMap<>();
    for (String line : Files.readAllLines(cluster.log("job"))) {
      String[] parts = line.split(": ", 2);
      if (parts.length == 2 && parts[1].matches("\\d+") && parts[0].matches("[a-z ]+")) {
        numbers.put(parts[0], Long.parseLong(parts[1]));
      }
    }
    numbers.put("executors killed", killed);
    numbers.put("puts that the table executed", counters.itemsWritten());
    numbers.put("puts beyond one for each row", counters.itemsWritten() - rows);
    numbers.put("write units that the table used", Math.round(counters.writeUnits()));
    compare(client, numbers);
    return numbers;
  }

  /** Reads the table and compares each item with its row. */
  private void compare(DynamoDbClient client, Map<String, Long> numbers) {
    BitSet equal = new BitSet();
    long items = 0;
    for (Map<String, AttributeValue> item :
        client.scanPaginator(scan -> scan.tableName(TABLE)).items()) {
      items++;
      long id = Long.parseLong(item.get("id").n());
      if (id >= 0 && id < rows && plain(item).equals(plain(Games.item(id)))) {
        equal.set((int) id);
      }
    }
    numbers.put("items in the table", items);
    numbers.put("rows missing or different in the table", rows - equal.cardinality());
  }

  /** Returns an item in which the order of elements of a set does not matter. */
  private static Map<String, Object> plain(Map<String, AttributeValue> item) {
    Map<String, Object> plain = new LinkedHashMap<>();
    item.forEach(
        (name, value) -> plain.put(name, value.hasSs() ? new HashSet<>(value.ss()) : value));
    return plain;
  }

  private static DynamoDbClient client(URI endpoint) {
    return DynamoDbClient.builder()
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("nobody", "nothing")))
        .httpClientBuilder(Apache5HttpClient.builder())
        .build();
  }

  private void createTable(DynamoDbClient client) {
    client.createTable(
        table ->
            table
                .tableName(TABLE)
                .attributeDefinitions(
                    id -> id.attributeName("id").attributeType(ScalarAttributeType.N))
                .keySchema(id -> id.attributeName("id").keyType(KeyType.HASH))
                .provisionedThroughput(
                    capacity -> capacity.readCapacityUnits(10_000_000L).writeCapacityUnits(units)));
  }

  /** The classes of this package as a jar, as a user would submit them. */
  private static Path programJar(Path jar) throws IOException {
    Path classes =
        Path.of(
            URI.create(
                ClusterJob.class.getProtectionDomain().getCodeSource().getLocation().toString()));
    Path folder = classes.resolve(ClusterJob.class.getPackageName().replace('.', '/'));
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(folder)) {
      all.filter(file -> file.toString().endsWith(".class")).forEach(files::add);
    }
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      for (Path file : files) {
        entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, entries);
      }
    } catch (UncheckedIOException failure) {
      throw failure.getCause();
    }
    return jar;
  }
}
