package dev.reprise.cli;

import dev.reprise.cli.output.StandardOutput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/**
 * The command line in the process of the test, since a new process takes a second to start. Only
 * for tests that run one after the other: it replaces standard input and output of the process.
 */
public final class InProcess {

  private InProcess() {}

  /** All commands with their options. */
  public static CommandLine commands() {
    return RepriseCommand.all();
  }

  /** Runs a command with empty standard input. */
  public static Program.Ended reprise(String... arguments) {
    return reprise(new byte[0], arguments);
  }

  /** Runs a command. */
  public static Program.Ended reprise(byte[] input, String... arguments) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    Program.Ended ended = reprise(input, output, arguments);
    return new Program.Ended(ended.code(), output.toByteArray(), ended.messages());
  }

  /** Runs a command with a given standard output. */
  public static Program.Ended reprise(byte[] input, OutputStream output, String... arguments) {
    InputStream stdin = System.in;
    PrintStream stdout = System.out;
    PrintStream stderr = System.err;
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    try {
      System.setIn(new ByteArrayInputStream(input));
      System.setOut(StandardOutput.on(output, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(messages, true, StandardCharsets.UTF_8));
      int code = RepriseCommand.execute(arguments);
      return new Program.Ended(code, new byte[0], messages.toString(StandardCharsets.UTF_8));
    } finally {
      System.setIn(stdin);
      System.setOut(stdout);
      System.setErr(stderr);
    }
  }
}
