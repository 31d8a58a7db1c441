package dev.reprise.verification.benchmarks.batch;

import dev.reprise.batch.Pace;
import dev.reprise.verification.benchmarks.figures.Figures;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Loads a million game records into a table that throttles: with a hand-written loop in three
 * forms, with the enhanced client and with Reprise. Each sends eight requests at a time to a table
 * server in a separate process. A scan of the whole table compares every item and counts the
 * losses.
 */
public final class MillionItems {

  private static final int PARALLEL = 8;
  private static final String ROW = "million";
  private static final LoadOptions WHOLE = new LoadOptions(1_000_000, 15_000, Figures.FOLDER);
  private static final LoadOptions QUICK = new LoadOptions(4_000, 1_000, Figures.FOLDER);

  private final LoadOptions options;
  private final Figures figures = new Figures();
  private final ExecutorService pool = Executors.newFixedThreadPool(PARALLEL);

  private MillionItems(LoadOptions options) {
    this.options = options;
  }

  /**
   * Measures and prints a table.
   *
   * @param args {@code --items N}, a million by default; {@code --units N}, the table's write units
   *     a second, 15,000 by default; {@code --quick} for less of both; {@code --out DIR}
   * @throws IOException if the table server cannot be started
   */
  public static void main(String[] args) throws IOException {
    MillionItems million = new MillionItems(LoadOptions.parse(args, WHOLE, QUICK));
    try {
      million.measure();
    } finally {
      million.pool.shutdownNow();
    }
    million.figures.write(million.options.folder(), ROW);
  }

  private List<Function<DynamoDbClient, Loader>> contenders() {
    return List.of(
        client -> new HandWrittenLoop(client, HandWrittenLoop.Unprocessed.IGNORED, PARALLEL, pool),
        client -> new HandWrittenLoop(client, HandWrittenLoop.Unprocessed.AT_ONCE, PARALLEL, pool),
        client -> new HandWrittenLoop(client, HandWrittenLoop.Unprocessed.BACKOFF, PARALLEL, pool),
        client -> new EnhancedClient(client, PARALLEL, pool),
        client -> new RepriseLoader(client, PARALLEL, Pace.adaptive(), pool));
  }

  private void measure() throws IOException {
    System.out.printf(
        Locale.ROOT,
        "%n%,d items at a table of %,d units a second%n%-42s %9s %8s %9s %8s %9s %7s%n",
        options.items(),
        options.units(),
        "",
        "lost",
        "seconds",
        "calls",
        "wasted",
        "throttled",
        "used");
    for (Function<DynamoDbClient, Loader> contender : contenders()) {
      try (LoadEnvironment environment =
          new LoadEnvironment(TableServer.apart(), options.units(), PARALLEL)) {
        GameRecords records = new GameRecords(options.items());
        print(environment.runAndCompare(contender.apply(environment.client()), records));
      }
    }
  }

  private void print(Run run) {
    System.out.printf(
        Locale.ROOT,
        "%-42s %,9d %8.1f %,9d %7.1f%% %,9d %6.1f%%%n",
        run.name(),
        run.lost(),
        run.seconds(),
        run.calls(),
        run.wastedCalls(),
        run.throttled(),
        run.capacityUsed());
    add(run, "lost", (double) run.lost(), "items");
    add(run, "time", run.seconds(), "s");
    add(run, "calls", (double) run.calls(), "calls");
    add(run, "wasted", run.wastedCalls(), "%");
    add(run, "throttled", (double) run.throttled(), "calls");
    add(run, "used", run.capacityUsed(), "%");
    add(run, "units", run.counters().writeUnits(), "units");
  }

  private void add(Run run, String metric, double value, String unit) {
    figures.add(ROW, run.name(), metric, value, unit);
  }
}
