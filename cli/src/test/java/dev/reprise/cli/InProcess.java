package dev.reprise.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
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
    InputStream stdin = System.in;
    PrintStream stdout = System.out;
    PrintStream stderr = System.err;
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    try {
      System.setIn(new ByteArrayInputStream(input));
      System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(messages, true, StandardCharsets.UTF_8));
      int code = RepriseCommand.execute(arguments);
      System.out.flush();
      return new Program.Ended(
          code, output.toByteArray(), messages.toString(StandardCharsets.UTF_8));
    } finally {
      System.setIn(stdin);
      System.setOut(stdout);
      System.setErr(stderr);
    }
  }
}
