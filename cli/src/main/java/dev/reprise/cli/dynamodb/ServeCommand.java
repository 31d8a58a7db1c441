package dev.reprise.cli.dynamodb;

import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.ServerCounters;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code reprise dynamodb serve}: runs a table server that throttles. */
@Command(
    name = "serve",
    description = "Run a table server that throttles, on this machine, until Ctrl-C.",
    footer = {
      "",
      "Implements the DynamoDB protocol on a loopback port and keeps its tables in memory. The "
          + "first line on standard output is its address; after Ctrl-C it prints its counters. It "
          + "accepts any credentials.",
      "",
      "The units apply to each on-demand table, as load --create creates them. A table with "
          + "provisioned throughput has its own units.",
      "",
      "Example:",
      "  reprise dynamodb serve --port 8000 --write-units 2000",
      "  reprise dynamodb load items.ndjson --table items --create id \\",
      "      --endpoint http://127.0.0.1:8000"
    })
public final class ServeCommand extends Subcommand {

  private static final long MAX_UNITS = 1_000_000_000_000L;
  private static final long MAX_BURST_SECONDS = 86_400;
  private static final double MILLIS = 1_000;

  @Option(
      names = "--port",
      paramLabel = "NUMBER",
      defaultValue = "0",
      description = "Port; 0 (default) for any free port.")
  private int port;

  @Option(
      names = "--write-units",
      paramLabel = "NUMBER",
      defaultValue = "500",
      description = "Write capacity units per second. Default: ${DEFAULT-VALUE}.")
  private long writeUnits;

  @Option(
      names = "--read-units",
      paramLabel = "NUMBER",
      defaultValue = "100",
      description = "Read capacity units per second. Default: ${DEFAULT-VALUE}.")
  private long readUnits;

  @Option(
      names = "--burst",
      paramLabel = "SECONDS",
      defaultValue = "1",
      description = "Time for which a table accumulates unused units. Default: ${DEFAULT-VALUE}.")
  private double burst;

  @Option(
      names = "--fail",
      paramLabel = "SHARE",
      defaultValue = "0",
      description =
          "Share of calls with a fault, from 0 to 1: an error, throttling, or a connection that "
              + "is closed before or after the call is processed. Default: ${DEFAULT-VALUE}.")
  private double fail;

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      defaultValue = "1",
      description = "Seed of the faults. Default: ${DEFAULT-VALUE}.")
  private long seed;

  /** Created by the parser of arguments. */
  public ServeCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    CommandLine line = line();
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
      Interruption.printStopped(line.getErr(), "");
      return interruption.exitCode(0);
    }
  }

  private DynamoDbTableServer.Builder builder(CommandLine line) {
    if (!(burst > 0 && burst <= MAX_BURST_SECONDS)) {
      throw new ParameterException(
          line, "--burst must be above 0 and at most " + MAX_BURST_SECONDS + ", but was " + burst);
    }
    if (!(fail >= 0 && fail <= 1)) {
      throw new ParameterException(line, "--fail must be from 0 to 1, but was " + fail);
    }
    Arguments.checkPort(line, port);
    Arguments.checkRange(line, "--write-units", writeUnits, 1, MAX_UNITS);
    Arguments.checkRange(line, "--read-units", readUnits, 1, MAX_UNITS);
    return DynamoDbTableServer.builder()
        .port(port)
        .writeUnits(writeUnits)
        .readUnits(readUnits)
        .burst(Duration.ofMillis(Math.max(1, Math.round(burst * MILLIS))))
        .faults(new RandomFaults(fail, seed));
  }

  private String greeting() {
    return "On-demand tables have "
        + writeUnits
        + " write and "
        + readUnits
        + " read units per second. Press Ctrl-C to stop.";
  }

  private static void print(PrintWriter out, ServerCounters counters) {
    Map<String, Object> rows = new LinkedHashMap<>();
    rows.put("calls", counters.totalRequests());
    counters.requests().forEach((operation, calls) -> rows.put("  " + operation, calls));
    rows.put("throttled", counters.throttledRequests());
    rows.put("partly processed", counters.partialBatches());
    rows.put("with an injected fault", counters.faultsInjected());
    rows.put("items written", counters.itemsWritten());
    rows.put("items read", counters.itemsRead());
    rows.put("write units", Math.round(counters.writeUnits()));
    rows.put("read units", Math.round(counters.readUnits()));
    rows.forEach(
        (name, value) -> out.println(String.format(Locale.ROOT, "%-30s %12s", name, value)));
    out.flush();
  }
}
