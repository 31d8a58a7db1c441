package dev.reprise.verification.benchmarks.batch;

import dev.reprise.batch.Pace;
import dev.reprise.verification.benchmarks.figures.Figures;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Writes 100,000 items into a table: by hand, with the enhanced client and with Reprise, once
 * without throttling and once with it. The table server runs in this process for all contenders.
 * Without throttling the contenders run in turn, and after five rounds the medians of nine count;
 * those with parallel requests also if each request takes 5 ms, as over a network.
 */
public final class BatchLoads {

  private static final int PARALLEL = 8;
  private static final long UNTHROTTLED = 40_000_000;
  private static final Duration NETWORK = Duration.ofMillis(5);
  private static final int SMALL = 20;
  private static final int WARM_UP = 5;
  private static final int ROUNDS = 9;
  private static final int KILOBYTE = 980;
  private static final int CONTENDERS = 9;

  private final boolean quick;
  private final Figures figures = new Figures();
  private final ExecutorService pool = Executors.newFixedThreadPool(PARALLEL);

  private BatchLoads(boolean quick) {
    this.quick = quick;
  }

  /**
   * Measures and prints both tables.
   *
   * @param args {@code --quick} for a tenth of the items, {@code --out DIR}
   */
  public static void main(String[] args) {
    List<String> remaining = new ArrayList<>(List.of(args));
    Path folder = Figures.takeFolder(remaining);
    BatchLoads loads = new BatchLoads(remaining.remove("--quick"));
    if (!remaining.isEmpty()) {
      throw new IllegalArgumentException("no such option: " + remaining.get(0));
    }
    try (LoadEnvironment environment = new LoadEnvironment(UNTHROTTLED, PARALLEL)) {
      loads.unthrottled("batch-unthrottled", environment, loads.contenders(environment));
    }
    TableServer distant = TableServer.here(UNTHROTTLED, NETWORK);
    try (LoadEnvironment environment = new LoadEnvironment(distant, UNTHROTTLED, PARALLEL)) {
      List<Loader> contenders = loads.contenders(environment);
      loads.unthrottled("batch-distant", environment, contenders.subList(3, contenders.size()));
    }
    loads.throttled();
    loads.pool.shutdown();
    loads.figures.write(folder, "batch");
  }

  private List<Loader> contenders(LoadEnvironment environment) {
    DynamoDbClient client = environment.client();
    DynamoDbClient single = environment.singleAttempts();
    return List.of(
        new HandWrittenLoop(client, 1, pool),
        new EnhancedClient(client, 1, pool),
        new RepriseLoader(client, 1, Pace.adaptive(), pool),
        new HandWrittenLoop(client, PARALLEL, pool),
        HandWrittenLoop.withRequestsOfReprise(client, PARALLEL, pool),
        HandWrittenLoop.withRequestsOfReprise(single, PARALLEL, pool),
        new RepriseLoader(client, PARALLEL, Pace.adaptive(), pool),
        new RepriseLoader(client, PARALLEL, Pace.unlimited(), pool),
        new RepriseLoader(single, PARALLEL, Pace.adaptive(), pool, ", client without retries"));
  }

  private void unthrottled(String row, LoadEnvironment environment, List<Loader> contenders) {
    List<Map<String, AttributeValue>> items =
        LoadEnvironment.items(quick ? 10_000 : 100_000, SMALL);
    Map<String, List<Run>> rounds = new LinkedHashMap<>();
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      for (Loader loader : contenders) {
        Run run = environment.run(loader, items);
        if (round >= 0) {
          rounds.computeIfAbsent(loader.name(), name -> new ArrayList<>()).add(run);
        }
      }
    }
    System.out.printf(
        "%n%s: %,d small items at a table without throttling%n%-63s %10s %12s %8s %8s %10s%n",
        row, items.size(), "", "items/s", "CPU us/item", "calls", "lost", "B/item");
    rounds.values().forEach(runs -> printSpeed(row, runs));
  }

  /** Prints the medians of several rounds, and the round with the median throughput. */
  private void printSpeed(String row, List<Run> rounds) {
    List<Run> bySpeed =
        rounds.stream().sorted(Comparator.comparingDouble(Run::itemsPerSecond)).toList();
    Run run = bySpeed.get(rounds.size() / 2);
    double cpu =
        rounds.stream().mapToDouble(Run::cpuMicrosPerItem).sorted().toArray()[rounds.size() / 2];
    System.out.printf(
        Locale.ROOT,
        "%-63s %,10.0f %12.2f %,8d %,8d %,10.0f%n",
        run.name(),
        run.itemsPerSecond(),
        cpu,
        run.calls(),
        run.lost(),
        run.bytesPerItem());
    add(row, run, "throughput", run.itemsPerSecond(), "items/s");
    add(row, run, "processor", cpu, "us/item");
    add(row, run, "calls", (double) run.calls(), "calls");
    add(row, run, "allocation", run.bytesPerItem(), "B/item");
  }

  private void throttled() {
    int count = quick ? 12_500 : 100_000;
    long units = quick ? 1_250 : 5_000;
    List<Map<String, AttributeValue>> items = LoadEnvironment.items(count, KILOBYTE);
    System.out.printf(
        "%n%,d items of 1 KB at a table of %,d units a second%n%-63s %8s %8s %8s %8s %8s%n",
        count, units, "", "seconds", "calls", "wasted", "used", "lost");
    for (int i = 0; i < CONTENDERS; i++) {
      try (LoadEnvironment environment = new LoadEnvironment(units, PARALLEL)) {
        printWaste(environment.run(contenders(environment).get(i), items));
      }
    }
  }

  private void printWaste(Run run) {
    System.out.printf(
        Locale.ROOT,
        "%-63s %8.1f %,8d %7.1f%% %7.1f%% %,8d%n",
        run.name(),
        run.seconds(),
        run.calls(),
        run.wastedCalls(),
        run.capacityUsed(),
        run.lost());
    add("batch-throttled", run, "time", run.seconds(), "s");
    add("batch-throttled", run, "calls", (double) run.calls(), "calls");
    add("batch-throttled", run, "wasted", run.wastedCalls(), "%");
    add("batch-throttled", run, "used", run.capacityUsed(), "%");
    add("batch-throttled", run, "lost", (double) run.lost(), "items");
  }

  private void add(String row, Run run, String metric, double value, String unit) {
    figures.add(row, run.name(), metric, value, unit);
  }
}
