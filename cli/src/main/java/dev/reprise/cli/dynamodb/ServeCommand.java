package dev.reprise.cli.dynamodb;

import dev.reprise.cli.terminal.Interruption;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.ServerCounters;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code reprise dynamodb serve}: a table server that throttles, to try things out on. */
@Command(
    name = "serve",
    description = "Run a table server that throttles, on this machine, until Ctrl-C.",
    footer = {
      "",
      "Speaks DynamoDB's protocol on a port of this machine alone, and keeps its tables in memory. "
          + "The first line on standard output is its address; after Ctrl-C it prints what it did. "
          + "Any credentials will do.",
      "",
      "The units are those of each table that is paid by request, as load --create makes them. A "
          + "table made with provisioned throughput has that.",
      "",
      "Example:",
      "  reprise dynamodb serve --port 8000 --write-units 2000",
      "  reprise dynamodb load items.ndjson --table items --create id \\",
      "      --endpoint http://127.0.0.1:8000"
    })
public final class ServeCommand implements Callable<Integer> {

  private static final long MOST_PORT = 65_535;
  private static final long MOST_UNITS = 1_000_000_000_000L;
  private static final long LONGEST_BURST = 86_400;
  private static final double MILLIS = 1_000;

  @Option(
      names = "--port",
      paramLabel = "NUMBER",
      defaultValue = "0",
      description = "The port; 0, the default, for any that is free.")
  private int port;

  @Option(
      names = "--write-units",
      paramLabel = "NUMBER",
      defaultValue = "500",
      description = "Write capacity units a second. Default ${DEFAULT-VALUE}.")
  private long writeUnits;

  @Option(
      names = "--read-units",
      paramLabel = "NUMBER",
      defaultValue = "100",
      description = "Read capacity units a second. Default ${DEFAULT-VALUE}.")
  private long readUnits;

  @Option(
      names = "--burst",
      paramLabel = "SECONDS",
      defaultValue = "1",
      description =
          "For how long a table saves up units that are not used. Default " + "${DEFAULT-VALUE}.")
  private double burst;

  @Option(
      names = "--fail",
      paramLabel = "SHARE",
      defaultValue = "0",
      description =
          "The share of calls that meet a fault, from 0 to 1: an error, throttling, or a "
              + "connection cut before or after the call was carried out. "
              + "Default ${DEFAULT-VALUE}.")
  private double fail;

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      defaultValue = "1",
      description = "Which calls meet which fault. Default ${DEFAULT-VALUE}.")
  private long seed;

  private @Nullable CommandSpec spec;

  /** Made by the command line. */
  public ServeCommand() {}

  @Spec
  void setSpec(CommandSpec spec) {
    this.spec = spec;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLine line = Objects.requireNonNull(spec, "spec").commandLine();
    DynamoDbTableServer.Builder builder = builder(line);
    CountDownLatch ended = new CountDownLatch(1);
    try (DynamoDbTableServer server = builder.start();
        Interruption interruption = new Interruption(ended::countDown)) {
      line.getOut().println(server.endpoint());
      line.getOut().flush();
      line.getErr().println(greeting());
      line.getErr().flush();
      ended.await();
      print(line.getOut(), server.counters());
      line.getErr().println("reprise: stopped" + Interruption.by());
      line.getErr().flush();
      return interruption.happened() ? interruption.exitCode() : 0;
    }
  }

  private DynamoDbTableServer.Builder builder(CommandLine line) {
    if (!(burst > 0 && burst <= LONGEST_BURST)) {
      throw new ParameterException(
          line, "--burst must be above 0 and at most " + LONGEST_BURST + ", but was " + burst);
    }
    if (!(fail >= 0 && fail <= 1)) {
      throw new ParameterException(line, "--fail must be from 0 to 1, but was " + fail);
    }
    ArgumentChecks.check(line, "--port", port, 0, MOST_PORT);
    ArgumentChecks.check(line, "--write-units", writeUnits, 1, MOST_UNITS);
    ArgumentChecks.check(line, "--read-units", readUnits, 1, MOST_UNITS);
    return DynamoDbTableServer.builder()
        .port(port)
        .writeUnits(writeUnits)
        .readUnits(readUnits)
        .burst(Duration.ofMillis(Math.max(1, Math.round(burst * MILLIS))))
        .faults(new RandomFaults(fail, seed));
  }

  private String greeting() {
    return "Tables paid by request have "
        + writeUnits
        + " write and "
        + readUnits
        + " read units a second. Ctrl-C ends this.";
  }

  private static void print(PrintWriter out, ServerCounters counters) {
    Map<String, Object> rows = new LinkedHashMap<>();
    rows.put("calls", counters.totalRequests());
    counters.requests().forEach((operation, calls) -> rows.put("  " + operation, calls));
    rows.put("refused for want of capacity", counters.throttledRequests());
    rows.put("answered in part", counters.partialBatches());
    rows.put("met a fault", counters.faultsInjected());
    rows.put("items written", counters.itemsWritten());
    rows.put("items read", counters.itemsRead());
    rows.put("write units", Math.round(counters.writeUnits()));
    rows.put("read units", Math.round(counters.readUnits()));
    rows.forEach(
        (name, value) -> out.println(String.format(Locale.ROOT, "%-30s %12s", name, value)));
    out.flush();
  }
}
