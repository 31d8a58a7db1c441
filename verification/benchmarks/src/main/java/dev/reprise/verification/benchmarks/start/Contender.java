package dev.reprise.verification.benchmarks.start;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A command whose run is timed.
 *
 * @param title in tables
 * @param command the program and its arguments
 */
record Contender(String title, List<String> command) {

  static final String BARE = "Hello, flags of the launcher";
  static final String BARE_DEFAULT = "Hello, default flags";

  /** The launcher's flags; sharing of class data is on in both. */
  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:-UsePerfData",
          "-XX:TieredStopAtLevel=1",
          "-Xlog:disable",
          "-Xshare:auto");

  private static final String POLICY =
      "maxAttempts=5 within=30s backoff=exponential(100ms, x2, cap=10s, jitter=full)";

  /**
   * All commands that are compared.
   *
   * @param java the program java
   * @param classes folder or archive with this class
   * @param launcher the script of the command line
   */
  static List<Contender> all(Path java, Path classes, Path launcher) {
    return List.of(
        new Contender("a process that does nothing", List.of("true")),
        hello(BARE_DEFAULT, java, classes, List.of("-Xshare:auto")),
        hello(BARE, java, classes, FLAGS),
        reprise(launcher, "--version"),
        reprise(launcher, "explain"),
        reprise(launcher, "explain", POLICY));
  }

  private static Contender hello(String title, Path java, Path classes, List<String> flags) {
    return new Contender(
        title,
        Stream.of(
                List.of(java.toString()),
                flags,
                List.of("-cp", classes.toString(), Hello.class.getName()))
            .flatMap(List::stream)
            .toList());
  }

  private static Contender reprise(Path launcher, String command, String... words) {
    String title = "reprise " + command + (words.length == 0 ? "" : " POLICY");
    return new Contender(
        title, Stream.concat(Stream.of(launcher.toString(), command), Stream.of(words)).toList());
  }

  /**
   * Runs the command once and waits for its end.
   *
   * @param javaHome the JDK that the launcher uses
   * @return its duration in milliseconds
   * @throws IOException if it cannot be started or fails
   * @throws InterruptedException if this thread is interrupted
   */
  double run(Path javaHome) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.INHERIT);
    builder.environment().put("JAVA_HOME", javaHome.toString());
    long start = System.nanoTime();
    int status = builder.start().waitFor();
    double millis = (System.nanoTime() - start) / 1e6;
    if (status != 0) {
      throw new IOException(command + " ended with status " + status);
    }
    return millis;
  }
}
