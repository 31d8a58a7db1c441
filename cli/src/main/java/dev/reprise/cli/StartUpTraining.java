package dev.reprise.cli;

import dev.reprise.cli.output.StandardOutput;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Runs common commands once, so that the launcher can archive the classes they load for a faster
 * start. The output is discarded.
 */
final class StartUpTraining {

  private StartUpTraining() {}

  /**
   * Runs the commands.
   *
   * @param none no arguments
   */
  public static void main(String[] none) {
    Main.main(new String[] {"--version"});
    OutputStream discarded = OutputStream.nullOutputStream();
    System.setOut(StandardOutput.on(discarded, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(discarded));
    RepriseCommand.execute("--help");
    RepriseCommand.execute(
        "explain", "maxAttempts=5 within=30s backoff=exponential(100ms, x2, cap=1s, jitter=full)");
    RepriseCommand.execute("explain", "--rows=2");
    RepriseCommand.execute("run", "--verbose", "maxAttempts=2 backoff=fixed(1ms)", "--", "false");
  }
}
