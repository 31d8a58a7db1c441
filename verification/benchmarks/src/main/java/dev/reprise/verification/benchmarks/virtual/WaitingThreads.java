package dev.reprise.verification.benchmarks.virtual;

import dev.reprise.verification.benchmarks.figures.Figures;
import dev.reprise.verification.benchmarks.process.ChildProcess;
import dev.reprise.verification.benchmarks.process.Facts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A hundred thousand virtual threads that wait in a blocking call at the same time: heap and
 * resident memory of each, pinned carriers, and the number of threads that completed.
 */
public final class WaitingThreads {

  private static final List<String> FLAGS =
      List.of("-Xms2g", "-Xmx2g", "-XX:+UseParallelGC", "-XX:+AlwaysPreTouch");
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String DELAY_MILLIS = "8000";
  private static final String COUNT = "100000";
  private static final String ROW = "threads";

  private WaitingThreads() {}

  /**
   * Measures and prints a table.
   *
   * @param args {@code --jdk PATH}, a JDK with virtual threads, instead of {@code REPRISE_JDK} and
   *     of the one that runs this program; {@code --count N} threads, 100,000 by default; {@code
   *     --explain}, the heap by class; {@code --out DIR}, folder for the figures
   * @throws IOException if a process fails
   * @throws InterruptedException if this thread is interrupted
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    List<String> given = new ArrayList<>(List.of(args));
    Path folder = Figures.takeFolder(given);
    Path home = home(Figures.takeOption(given, "--jdk"), System.getenv());
    String count = Figures.takeOption(given, "--count").orElse(COUNT);
    boolean explain = given.remove("--explain");
    if (!given.isEmpty()) {
      throw new IllegalArgumentException("Unknown option " + given.get(0));
    }
    measure(new ChildProcess(home, FLAGS, LIMIT), count, explain).write(folder, "threads");
  }

  private static Figures measure(ChildProcess child, String count, boolean explain)
      throws IOException, InterruptedException {
    print(
        "%s virtual threads that wait at once%n%-16s %8s %8s %8s %8s %8s %8s %10s%n",
        count, "", "B heap", "x sleep", "B native", "begin s", "late s", "pinned", "complete");
    Figures figures = new Figures();
    double sleep = Double.NaN;
    for (BlockingContender contender : BlockingContender.values()) {
      List<String> what = new ArrayList<>(List.of(contender.name(), count, DELAY_MILLIS));
      if (explain) {
        what.add("explain");
      }
      Facts facts = child.run(VirtualProbe.class, what);
      sleep = contender == BlockingContender.SLEEP ? facts.get("heap") : sleep;
      printRow(contender.title(), facts.note("ratio", facts.get("heap") / sleep));
      facts
          .publish("heap", figures, ROW, contender.title(), "B/thread")
          .publish("ratio", figures, ROW, contender.title(), "x sleep")
          .publish("native", figures, ROW, contender.title(), "B/thread")
          .publish("late", figures, ROW, contender.title(), "s")
          .publish("pinned", figures, ROW, contender.title(), "events")
          .publish("completed", figures, ROW, contender.title(), "threads");
    }
    return figures;
  }

  private static void printRow(String title, Facts facts) {
    print(
        "%-16s %8s %8s %8s %8s %8s %8s %10s%s%n",
        title,
        facts.text("heap", 0),
        facts.text("ratio", 2),
        facts.text("native", 0),
        facts.text("begin", 2),
        facts.text("late", 2),
        facts.text("pinned", 0),
        facts.text("completed", 0),
        facts.get("all.waited") == 1 ? "" : "  (measured too late: some waits were over)");
  }

  private static void print(String format, Object... values) {
    System.out.printf(Locale.ROOT, format, values);
    System.out.flush();
  }

  static Path home(Optional<String> given, Map<String, String> environment) {
    String named = given.orElse(environment.get("REPRISE_JDK"));
    if (named != null) {
      return Path.of(named);
    }
    if (VirtualThreads.exist()) {
      return ChildProcess.ownHome();
    }
    throw new IllegalArgumentException(
        "Virtual threads need JDK "
            + VirtualThreads.SINCE
            + ", but this is "
            + Runtime.version()
            + ": name one with --jdk PATH or REPRISE_JDK");
  }
}
