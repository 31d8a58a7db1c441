package dev.reprise.cli.lab;

import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.text.CountText;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code reprise lab}: serves the page over the simulator. */
@Command(
    name = "lab",
    description = "Serve a page that simulates policies in your browser, until Ctrl-C.",
    footer = {
      "",
      "The page compares up to five policies in charts. It simulates in the browser, with the "
          + "engine of reprise simulate; this command only serves its files, on a loopback port. "
          + "The first line on standard output is the address.",
      "",
      "Example:",
      "  reprise lab --port 8080"
    })
public final class LabCommand extends Subcommand {

  @Option(
      names = "--port",
      paramLabel = "NUMBER",
      defaultValue = "0",
      description = "Port; 0 (default) for any free port.")
  private int port;

  /** Created by the parser of arguments. */
  public LabCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    CommandLine line = line();
    Arguments.checkPort(line, port);
    CountDownLatch ended = new CountDownLatch(1);
    try (LabServer server = LabServer.start(port);
        Interruption interruption = new Interruption(ended::countDown)) {
      line.getOut().println(server.address());
      line.getOut().flush();
      line.getErr().println("Open this address in a browser. Press Ctrl-C to stop.");
      line.getErr().flush();
      ended.await();
      line.getErr().println(CountText.of(server.requests(), "request") + " answered");
      Interruption.printStopped(line.getErr(), "");
      return interruption.exitCode(0);
    }
  }
}
