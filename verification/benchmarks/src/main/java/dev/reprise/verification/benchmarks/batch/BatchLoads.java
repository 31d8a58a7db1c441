package dev.reprise.verification.benchmarks.batch;

import dev.reprise.batch.Pace;
import dev.reprise.verification.benchmarks.figures.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Writes 100,000 items into a table, by hand, by the enhanced client and by ours, once at a table
 * that does not throttle and once at one that does. The table server runs in this process, for all
 * alike. Without throttling the best of three rounds counts; contestants take turns.
 */
public final class BatchLoads {

  private static final int PARALLEL = 8;
  private static final long UNTHROTTLED = 40_000_000;
  private static final int SMALL = 20;
  private static final int KILOBYTE = 980;

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
    List<String> rest = new ArrayList<>(List.of(args));
    Path folder = Figures.takeFolder(rest);
    BatchLoads loads = new BatchLoads(rest.remove("--quick"));
    if (!rest.isEmpty()) {
      throw new IllegalArgumentException("no such option: " + rest.get(0));
    }
    loads.unthrottled();
    loads.throttled();
    loads.pool.shutdown();
    loads.figures.write(folder, "batch");
  }

  private List<Loader> contestants(DynamoDbClient client) {
    return List.of(
        new HandLoop(client, 1, pool),
        new EnhancedClient(client, 1, pool),
        new Ours(client, 1, Pace.adaptive(), pool),
        new HandLoop(client, PARALLEL, pool),
        new Ours(client, PARALLEL, Pace.adaptive(), pool),
        new Ours(client, PARALLEL, Pace.unlimited(), pool));
  }

  private void unthrottled() {
    List<Map<String, AttributeValue>> items = Stage.items(quick ? 10_000 : 100_000, SMALL);
    Map<String, Run> best = new LinkedHashMap<>();
    try (Stage stage = new Stage(UNTHROTTLED, PARALLEL)) {
      List<Loader> contestants = contestants(stage.client());
      contestants.forEach(loader -> stage.run(loader, items.subList(0, items.size() / 5)));
      for (int round = 0; round < 3; round++) {
        for (Loader loader : contestants) {
          best.merge(
              loader.name(),
              stage.run(loader, items),
              (one, other) -> one.seconds() <= other.seconds() ? one : other);
        }
      }
    }
    System.out.printf(
        "%n%,d small items at a table without throttling%n%-38s %10s %8s %8s %10s%n",
        items.size(), "", "items/s", "calls", "lost", "B/item");
    best.values().forEach(this::tellSpeed);
  }

  private void tellSpeed(Run run) {
    System.out.printf(
        Locale.ROOT,
        "%-38s %,10.0f %,8d %,8d %,10.0f%n",
        run.name(),
        run.itemsPerSecond(),
        run.calls(),
        run.lost(),
        run.bytesPerItem());
    add("batch-unthrottled", run, "throughput", run.itemsPerSecond(), "items/s");
    add("batch-unthrottled", run, "calls", (double) run.calls(), "calls");
    add("batch-unthrottled", run, "allocation", run.bytesPerItem(), "B/item");
  }

  private void throttled() {
    int count = quick ? 12_500 : 100_000;
    long units = quick ? 1_250 : 5_000;
    List<Map<String, AttributeValue>> items = Stage.items(count, KILOBYTE);
    System.out.printf(
        "%n%,d items of 1 KB at a table of %,d units a second%n%-38s %8s %8s %8s %8s %8s%n",
        count, units, "", "seconds", "calls", "wasted", "used", "lost");
    for (int i = 0; i < 6; i++) {
      try (Stage stage = new Stage(units, PARALLEL)) {
        tellWaste(stage.run(contestants(stage.client()).get(i), items));
      }
    }
  }

  private void tellWaste(Run run) {
    System.out.printf(
        Locale.ROOT,
        "%-38s %8.1f %,8d %7.1f%% %7.1f%% %,8d%n",
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
