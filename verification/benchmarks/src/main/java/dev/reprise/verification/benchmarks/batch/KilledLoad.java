package dev.reprise.verification.benchmarks.batch;

import dev.reprise.dynamodb.items.ItemJson;
import dev.reprise.testbed.dynamodb.ServerCounters;
import dev.reprise.verification.benchmarks.figures.Figures;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Loads a file of a million game records with {@code reprise dynamodb load --journal} into a table
 * that throttles. Kills the process with SIGKILL when about 20, 50 and 80 percent are written,
 * starts it again each time, and finally compares the table with the file. The table server runs in
 * a separate process. Fails unless the table holds exactly the records of the file.
 */
public final class KilledLoad {

  private static final String ROW = "killed";
  private static final long SETTLE_MILLIS = 200;
  private static final int CONNECTIONS = 4;
  private static final long LOOK_MILLIS = 5;
  private static final List<Integer> PERCENTS = List.of(20, 50, 80);
  private static final LoadOptions WHOLE = new LoadOptions(1_000_000, 15_000, Figures.FOLDER);
  private static final LoadOptions QUICK = new LoadOptions(12_000, 2_000, Figures.FOLDER);
  private static final Path LAUNCHER = Path.of("reprise").toAbsolutePath();

  private final LoadOptions options;
  private final Figures figures = new Figures();

  private KilledLoad(LoadOptions options) {
    this.options = options;
  }

  /**
   * Measures and prints a table.
   *
   * @param args {@code --items N}, a million by default; {@code --units N}, the table's write units
   *     a second, 15,000 by default; {@code --quick} for less of both; {@code --out DIR}
   * @throws Exception if a process cannot be started or the table does not hold the file
   */
  public static void main(String[] args) throws Exception {
    new KilledLoad(LoadOptions.parse(args, WHOLE, QUICK)).measure();
  }

  /** One run of the command: how it ended, its duration, and the counters of the table. */
  private record Part(String end, double seconds, ServerCounters counters) {}

  private void measure() throws IOException, InterruptedException {
    command("--version").inheritIO().start().waitFor(); // builds it if necessary
    Path folder = Files.createTempDirectory("killed");
    Path file = folder.resolve("records.ndjson");
    GameRecords records = new GameRecords(options.items());
    write(records, file);
    try (LoadEnvironment environment =
        new LoadEnvironment(TableServer.apart(), options.units(), CONNECTIONS)) {
      environment.createTable();
      ServerCounters before = environment.server().counters();
      printHeader();
      double seconds = 0;
      for (int percent : PERCENTS) {
        seconds += print(load(environment, file, Optional.of(percent))).seconds();
      }
      seconds += print(load(environment, file, Optional.empty())).seconds();
      printTotals(seconds, environment.server().counters().since(before));
      compare(Content.of(environment.client(), Loader.TABLE, records));
    } finally {
      delete(folder);
    }
    figures.write(options.folder(), ROW);
  }

  private void compare(Content content) {
    System.out.println("Difference between table and file: " + content);
    add("missing", (double) content.missing(), "items");
    add("different", (double) content.different(), "items");
    add("surplus", (double) content.surplus(), "items");
    if (!content.exact()) {
      throw new IllegalStateException("the table does not hold exactly the file");
    }
  }

  private static ProcessBuilder command(String... args) {
    ProcessBuilder builder = new ProcessBuilder(LAUNCHER.toString());
    builder.command().addAll(List.of(args));
    return builder;
  }

  private Part load(LoadEnvironment environment, Path file, Optional<Integer> percent)
      throws IOException, InterruptedException {
    ServerCounters before = environment.server().counters();
    long killAt = percent.map(p -> options.items() * (long) p / 100).orElse(Long.MAX_VALUE);
    long began = System.nanoTime();
    Process process = start(environment, file);
    boolean killed = false;
    while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      if (environment.server().counters().itemsWritten() >= killAt) {
        killed = true;
        process.destroyForcibly().waitFor();
      }
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    if (killed != percent.isPresent() || (!killed && process.exitValue() != 0)) {
      throw new IllegalStateException(
          "the load ended unexpectedly: " + Files.readString(Path.of(file + ".log")));
    }
    TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS); // requests in flight are still executed
    return new Part(
        killed ? "SIGKILL at " + percent.orElse(0) + " %" : "exit code " + process.exitValue(),
        seconds,
        environment.server().counters().since(before));
  }

  private static Process start(LoadEnvironment environment, Path file) throws IOException {
    return command(
            "dynamodb",
            "load",
            file.toString(),
            "--journal",
            file + ".journal",
            "--table",
            Loader.TABLE,
            "--endpoint",
            environment.server().endpoint().toString())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(Path.of(file + ".log").toFile())
        .start();
  }

  private void printHeader() {
    System.out.printf(
        Locale.ROOT,
        "%n%,d items at a table of %,d units a second%n%-18s %8s %10s %9s %10s%n",
        options.items(),
        options.units(),
        "run that ended by",
        "seconds",
        "written",
        "calls",
        "throttled");
  }

  private Part print(Part part) {
    ServerCounters counters = part.counters();
    System.out.printf(
        Locale.ROOT,
        "%-18s %8.1f %,10d %,9d %,10d%n",
        part.end(),
        part.seconds(),
        counters.itemsWritten(),
        counters.requests("BatchWriteItem"),
        counters.throttledRequests() + counters.partialBatches());
    return part;
  }

  private void printTotals(double seconds, ServerCounters counters) {
    Run run = new Run(ROW, options.items(), 0, counters, seconds, options.units(), 0, 0);
    long twice = counters.itemsWritten() - options.items();
    System.out.printf(
        Locale.ROOT,
        "%-18s %8.1f %,10d %,9d %,10d%n"
            + "sent more than once: %,d items (%.3f %%); calls wasted: %.1f %%; capacity used: %.1f"
            + " %%%n",
        "all",
        seconds,
        counters.itemsWritten(),
        run.calls(),
        run.throttled(),
        twice,
        100.0 * twice / options.items(),
        run.wastedCalls(),
        run.capacityUsed());
    add("time", seconds, "s");
    add("calls", (double) run.calls(), "calls");
    add("wasted", run.wastedCalls(), "%");
    add("throttled", (double) run.throttled(), "calls");
    add("twice", (double) twice, "items");
    add("used", run.capacityUsed(), "%");
  }

  private void add(String metric, double value, String unit) {
    figures.add(ROW, "reprise dynamodb load", metric, value, unit);
  }

  private static void write(GameRecords records, Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int i = 0; i < records.size(); i++) {
        out.write(ItemJson.line(records.get(i)));
        out.newLine();
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
