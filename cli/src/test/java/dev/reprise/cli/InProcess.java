package dev.reprise.cli;

import dev.reprise.cli.output.StandardOutput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The command line without a process of its own, which takes a second to start. For tests that run
 * one after the other: standard input and output are those of the whole process.
 */
public final class InProcess {

  private InProcess() {}

  /** Runs a command with nothing on its standard input. */
  public static Program.Ended reprise(String... arguments) {
    return reprise(new byte[0], arguments);
  }

  /** Runs a command. */
  public static Program.Ended reprise(byte[] input, String... arguments) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    Program.Ended ended = reprise(input, output, arguments);
    return new Program.Ended(ended.code(), output.toByteArray(), ended.messages());
  }

  /** Runs a command whose standard output goes somewhere. */
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
