package dev.reprise.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A program under test in a separate process, connected by pipes. */
public final class Program {

  private final Process process;
  private final BufferedReader output;
  private final BufferedReader messages;

  /**
   * The end of a program.
   *
   * @param code exit code
   * @param output unread standard output, including that of its child processes
   * @param messages unread standard error
   */
  public record Ended(int code, byte[] output, String messages) {

    public String text() {
      return new String(output, StandardCharsets.UTF_8);
    }
  }

  private Program(ProcessBuilder builder) throws IOException {
    process = builder.start();
    output = reader(process.getInputStream());
    messages = reader(process.getErrorStream());
  }

  /** The command line, in a new JVM. */
  public static Program reprise(String... arguments) throws IOException {
    return reprise(Signals.heedingInterrupts(), arguments);
  }

  /** The command line, started by another command. */
  static Program reprise(List<String> starter, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(starter);
    command.addAll(main());
    command.addAll(Arrays.asList(arguments));
    return start(new ProcessBuilder(command));
  }

  /** The words that start the command line in a new JVM with an option. */
  static List<String> command(String option, List<String> arguments) {
    List<String> command = new ArrayList<>(main());
    command.add(1, option);
    command.addAll(arguments);
    return command;
  }

  /** The names of the classes that the command line loads, including generated ones. */
  static List<String> loadedBy(String... arguments) throws IOException, InterruptedException {
    List<String> command = command("-Xlog:class+load:stdout:none", Arrays.asList(arguments));
    return start(new ProcessBuilder(command))
        .end()
        .text()
        .lines()
        .filter(line -> line.contains(" source: "))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .toList();
  }

  private static List<String> main() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-XX:-UsePerfData",
        "-cp",
        System.getProperty("java.class.path"),
        "dev.reprise.cli.Main");
  }

  /** A line of shell in which {@code ./reprise} is the command line under test. */
  public static String inShell(String line) {
    String quoted =
        main().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" ", "", " "));
    return line.replace("./reprise ", quoted);
  }

  public static Program start(ProcessBuilder builder) throws IOException {
    return new Program(builder);
  }

  public String readLine() throws IOException {
    return output.readLine();
  }

  public int readCharacter() throws IOException {
    return output.read();
  }

  public String readMessage() throws IOException {
    return messages.readLine();
  }

  /** Waits, but not longer than some milliseconds, until it has ended. */
  public boolean endsWithin(long millis) throws InterruptedException {
    return process.waitFor(millis, TimeUnit.MILLISECONDS);
  }

  /** Sends signals directly after each other. */
  void signals(String... names) throws IOException, InterruptedException {
    String each = "for name do kill -$name " + process.pid() + "; done";
    List<String> command = new ArrayList<>(List.of("sh", "-c", each, "sh"));
    command.addAll(Arrays.asList(names));
    new ProcessBuilder(command).start().waitFor();
  }

  public void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  /** Closes its input, and waits until it has ended and no process has its pipes open. */
  public Ended end(byte... input) throws IOException, InterruptedException {
    try (var to = process.getOutputStream()) {
      to.write(input);
    }
    return endWithOpenInput();
  }

  /** Waits in the same way, but keeps its input open. */
  public Ended endWithOpenInput() throws InterruptedException {
    CompletableFuture<String> printed = CompletableFuture.supplyAsync(() -> remaining(messages));
    byte[] bytes = remaining(output).getBytes(StandardCharsets.ISO_8859_1);
    return new Ended(process.waitFor(), bytes, printed.join());
  }

  private static String remaining(BufferedReader from) {
    StringBuilder text = new StringBuilder();
    try {
      for (int next = from.read(); next >= 0; next = from.read()) {
        text.append((char) next);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return text.toString();
  }

  private static BufferedReader reader(InputStream from) {
    return new BufferedReader(new InputStreamReader(from, StandardCharsets.ISO_8859_1));
  }
}
