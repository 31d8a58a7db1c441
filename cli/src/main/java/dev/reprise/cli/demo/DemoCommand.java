package dev.reprise.cli.demo;

import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.dynamodb.client.CapacityUnits;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code reprise demo}: loads a throttling table without losing an item. */
@Command(
    name = "demo",
    description = "Load 2500 items into a table that throttles, without losing one.",
    footer = {
      "",
      "Starts a table server on this machine and writes the items in batches, of which throttling "
          + "makes some fail in part. Then reads every item back and compares it. Finally, a naive "
          + "loader that ignores unprocessed items writes the same items to a second table, and the "
          + "results of both are printed. Needs no AWS account and uses no credentials.",
      "",
      "The exit code is 0 if every item was read back unchanged and some batch failed in part, 1 if "
          + "not, 128 + n if signal n stopped it: 130 after Ctrl-C."
    })
public final class DemoCommand extends Subcommand {

  private static final int MAX_ITEMS = 1_000_000;

  @Option(
      names = "--units",
      paramLabel = "WRITE,READ",
      defaultValue = "500,100",
      description =
          "Capacity units per second. Default: ${DEFAULT-VALUE}. With 50,10 it takes some minutes.")
  private String units = "";

  @Option(
      names = "--items",
      paramLabel = "NUMBER",
      defaultValue = "2500",
      description = "Number of items. Default: ${DEFAULT-VALUE}.")
  private int count;

  /** Created by the parser of arguments. */
  public DemoCommand() {}

  @Override
  public Integer call() {
    CommandLine line = line();
    CapacityUnits parsed = Arguments.parse(line, "--units", units, CapacityUnits::parse);
    Arguments.checkRange(line, "--items", count, 1, MAX_ITEMS);
    PrintWriter out = line.getOut();
    try (DynamoDbTableServer server = DynamoDbTableServer.builder().start();
        Interruption interruption = new Interruption()) {
      Demo demo = new Demo(server, parsed, count, out);
      interruption.reportOnTimeout(demo::verdict);
      return run(demo, interruption, out);
    } finally {
      out.flush();
    }
  }

  private static int run(Demo demo, Interruption interruption, PrintWriter out) {
    try {
      boolean nothingLost = demo.run();
      out.println(demo.verdict());
      return interruption.exitCode(nothingLost ? 0 : 1);
    } catch (InterruptedException stopped) {
      return stopped(demo, interruption, out);
    } catch (RuntimeException failure) {
      // An interrupted client may throw other exceptions.
      if (interruption.happened()) {
        return stopped(demo, interruption, out);
      }
      throw failure;
    }
  }

  /** Flushes, since the process may end as soon as the interruption is closed. */
  private static int stopped(Demo demo, Interruption interruption, PrintWriter out) {
    out.println("Stopped" + Interruption.by() + ". " + demo.verdict());
    out.flush();
    return interruption.exitCode();
  }
}
