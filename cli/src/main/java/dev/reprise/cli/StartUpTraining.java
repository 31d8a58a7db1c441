package dev.reprise.cli;

import dev.reprise.cli.output.StandardOutput;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Runs common commands once, so that the classes they need can be archived for a faster start. Used
 * by the launcher when it has built; the output goes nowhere.
 */
final class StartUpTraining {

  private StartUpTraining() {}

  /**
   * Runs the commands.
   *
   * @param none no arguments
   */
  public static void main(String[] none) {
    StandardOutput.install();
    OutputStream nowhere = OutputStream.nullOutputStream();
    System.setOut(StandardOutput.on(nowhere, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(nowhere));
    Main.runWithoutParser("--version");
    Main.runWithoutParser(
        "explain", "maxAttempts=5 within=30s backoff=exponential(100ms, x2, cap=1s, jitter=full)");
    RepriseCommand.execute("--help");
    RepriseCommand.execute("explain", "--rows=2");
    RepriseCommand.execute("run", "--verbose", "maxAttempts=2 backoff=fixed(1ms)", "--", "false");
  }
}
