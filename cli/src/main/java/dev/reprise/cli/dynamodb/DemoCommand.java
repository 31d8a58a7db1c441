package dev.reprise.cli.dynamodb;

import dev.reprise.cli.PolicyArgument;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code reprise demo}: a load through partial failures, with nothing lost. */
@Command(
    name = "demo",
    description = "Load 2500 items into a table that throttles, and lose none.",
    footer = {
      "",
      "Starts a table server on this machine, writes the items in batches through the partial "
          + "failures that its throttling causes, reads every one back and compares it. Then a "
          + "loader that ignores what is left unprocessed writes the same items to a second table, "
          + "and both are put side by side. Needs no AWS account and uses no credentials.",
      "",
      "The exit code is 0 if every item came back equal and some batch was answered in part, 1 if "
          + "not, 128 + n if signal n stopped it: 130 after Ctrl-C."
    })
public final class DemoCommand implements Callable<Integer> {

  private static final int MOST_ITEMS = 1_000_000;

  @Option(
      names = "--units",
      paramLabel = "WRITE,READ",
      defaultValue = "500,100",
      description = "Capacity units a second. Default ${DEFAULT-VALUE}; 50,10 takes some minutes.")
  private String units = "";

  @Option(
      names = "--items",
      paramLabel = "NUMBER",
      defaultValue = "2500",
      description = "How many items. Default ${DEFAULT-VALUE}.")
  private int count;

  private @Nullable CommandSpec spec;

  /** Made by the command line. */
  public DemoCommand() {}

  @Spec
  void setSpec(CommandSpec spec) {
    this.spec = spec;
  }

  @Override
  public Integer call() {
    CommandLine line = Objects.requireNonNull(spec, "spec").commandLine();
    DemoUnits parsed = PolicyArgument.parse(line, "--units", units, DemoUnits::parse);
    ArgumentChecks.check(line, "--items", count, 1, MOST_ITEMS);
    PrintWriter out = line.getOut();
    try (DynamoDbTableServer server = DynamoDbTableServer.builder().start();
        Interruption interruption = new Interruption()) {
      Demo demo = new Demo(server, parsed, count, out);
      interruption.account(demo::verdict);
      return run(demo, interruption, out);
    } finally {
      out.flush();
    }
  }

  private static int run(Demo demo, Interruption interruption, PrintWriter out) {
    try {
      boolean nothingLost = demo.run();
      out.println(demo.verdict());
      return interruption.happened() ? interruption.exitCode() : nothingLost ? 0 : 1;
    } catch (InterruptedException stopped) {
      return stopped(demo, interruption, out);
    } catch (RuntimeException broken) {
      // A client that is interrupted fails with exceptions of its own.
      if (interruption.happened()) {
        return stopped(demo, interruption, out);
      }
      throw broken;
    }
  }

  /** Flushes: once the interruption is closed the process may end at any moment. */
  private static int stopped(Demo demo, Interruption interruption, PrintWriter out) {
    out.println("Stopped" + Interruption.by() + ". " + demo.verdict());
    out.flush();
    return interruption.exitCode();
  }
}
