package dev.reprise.cli.demo;

import dev.reprise.Retry;
import dev.reprise.aws.AwsFailures;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.cli.dynamodb.client.CapacityUnits;
import dev.reprise.cli.dynamodb.client.DynamoDbClients;
import dev.reprise.cli.dynamodb.client.KeyAttribute;
import dev.reprise.cli.dynamodb.client.Tables;
import dev.reprise.cli.output.Durations;
import dev.reprise.cli.terminal.Progress;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.read.KeyRead;
import dev.reprise.dynamodb.read.ReadReport;
import dev.reprise.dynamodb.write.WriteReport;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.ServerCounters;
import dev.reprise.text.CountText;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Loads a table that throttles twice: with this library and with a naive loader. */
final class Demo {

  private static final String OURS = "orders";
  private static final String NAIVE = "orders-naive";
  private static final List<KeyAttribute> KEYS = KeyAttribute.parseAll("id,stage");
  private static final int PARALLELISM = 8;

  private final DynamoDbTableServer server;
  private final CapacityUnits units;
  private final List<Map<String, AttributeValue>> items;
  private final PrintWriter out;
  private final AtomicInteger equal = new AtomicInteger();

  Demo(DynamoDbTableServer server, CapacityUnits units, int count, PrintWriter out) {
    this.server = server;
    this.units = units;
    this.out = out;
    items = DemoItems.of(count);
  }

  /** Result so far: the number of items that were written and read back unchanged. */
  String verdict() {
    return equal.get()
        + " of "
        + CountText.of(items.size(), "item")
        + " written and read back unchanged";
  }

  /**
   * Runs the demo.
   *
   * @return true if this library lost no item although some batch failed in part
   * @throws InterruptedException if the thread was interrupted; the results so far are printed
   */
  boolean run() throws InterruptedException {
    out.println(
        "A table on "
            + server.endpoint()
            + " with "
            + units.write()
            + " write and "
            + units.read()
            + " read units per second.");
    out.println(
        "This takes about " + Durations.format(units.estimate(items.size()).plusSeconds(3)) + ".");
    try (DynamoDbClient client = DynamoDbClients.local(server.endpoint(), null, PARALLELISM)) {
      Tables.create(client, OURS, KEYS, units);
      DynamoDbBatch batch = DynamoDbBatch.of(client, OURS).parallelism(PARALLELISM);
      WriteReport written = write(batch);
      ReadReport read = read(batch);
      DemoResult ours = ours(written.counts(), read);
      NaiveLoader loader = new NaiveLoader();
      DemoResult naive = naive(loader, client);
      out.println();
      DemoResult.table(ours, naive).forEach(out::println);
      out.println();
      out.println("Lost by reprise: items that were not found when read back by key.");
      out.println("Lost by the naive loader: items that are missing in a Scan of its table.");
      if (loader.threw() > 0) {
        out.println(
            "Exceptions reported " + loader.threw() + " of these; the others were lost silently.");
      }
      out.println();
      return equal.get() == items.size() && ours.partial() > 0;
    }
  }

  private WriteReport write(DynamoDbBatch batch) throws InterruptedException {
    out.println();
    out.println(
        "Writing "
            + CountText.of(items.size(), "item")
            + ", 25 per call, "
            + PARALLELISM
            + " calls in parallel");
    WriteReport written;
    try (Progress progress = Progress.of("written", items.size(), out)) {
      written = batch.onProgress(counts -> progress.at(counts.done())).put(items);
    }
    failIfInterrupted(written);
    printFailures("write", written.deadLetters());
    return written;
  }

  private ReadReport read(DynamoDbBatch batch) throws InterruptedException {
    out.println("Reading them back, 100 per call, and comparing each");
    ReadReport read;
    try (Progress progress = Progress.of("read", items.size(), out)) {
      read = batch.onProgress(counts -> progress.at(counts.done())).get(items);
    }
    for (KeyRead one : read.reads()) {
      if (one.item().filter(one.key()::equals).isPresent()) {
        equal.incrementAndGet();
      }
    }
    failIfInterrupted(read);
    printFailures("read", read.deadLetters());
    return read;
  }

  private void printFailures(String call, List<? extends DeadLetter<?>> failures) {
    if (!failures.isEmpty()) {
      out.println(
          CountText.of(failures.size(), call)
              + " failed, the first one: "
              + failures.get(0).message());
    }
  }

  private void failIfInterrupted(Object report) throws InterruptedException {
    if (Thread.interrupted()) {
      out.println(report);
      throw new InterruptedException();
    }
  }

  private DemoResult ours(BatchCounts counts, ReadReport read) {
    return new DemoResult(
        counts.calls(),
        counts.attempts(),
        counts.itemsRetried(),
        counts.throttledCalls(),
        counts.partialCalls(),
        counts.elapsed(),
        items.size() - read.found());
  }

  private DemoResult naive(NaiveLoader loader, DynamoDbClient inspector)
      throws InterruptedException {
    out.println("Writing them to a second table with a loader that ignores UnprocessedItems");
    Tables.create(inspector, NAIVE, KEYS, units);
    ServerCounters before = server.counters();
    long start = System.nanoTime();
    try (DynamoDbClient client =
            DynamoDbClients.local(
                server.endpoint(),
                null,
                PARALLELISM,
                ClientOverrideConfiguration.builder()
                    .retryStrategy(RetryMode.LEGACY)
                    .addExecutionInterceptor(loader.counter()));
        Progress progress = Progress.of("sent", items.size(), out)) {
      loader.load(client, NAIVE, items, PARALLELISM, progress);
    }
    Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
    ServerCounters after = server.counters().since(before);
    return new DemoResult(
        loader.calls(),
        loader.sent(),
        loader.retried(),
        after.throttledRequests() + after.partialBatches(),
        after.partialBatches(),
        elapsed,
        items.size() - count(inspector));
  }

  /** Number of items in the naive loader's table. */
  private static long count(DynamoDbClient client) {
    Retry retry =
        Retry.of(
            RetryPolicy.builder()
                .unlimitedAttempts()
                .within(Duration.ofMinutes(1))
                .classifyWith("aws", AwsFailures.classifier())
                .build());
    ScanRequest scan = ScanRequest.builder().tableName(NAIVE).select(Select.COUNT).build();
    long count = 0;
    ScanResponse page;
    do {
      ScanRequest next = scan;
      page = retry.call(() -> client.scan(next));
      count += page.count();
      scan = scan.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
    } while (page.hasLastEvaluatedKey());
    return count;
  }
}
