package dev.reprise.verification.benchmarks.pending;

import dev.reprise.verification.benchmarks.figures.Figures;
import dev.reprise.verification.benchmarks.process.ChildProcess;
import dev.reprise.verification.benchmarks.process.Facts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A million asynchronous calls that wait for their retry at the same time: the heap that each
 * holds, and the time to start, cancel and finish them. Then the timers alone.
 */
public final class PendingCalls {

  private static final List<String> FLAGS = List.of("-Xms6g", "-Xmx6g", "-XX:+UseParallelGC");
  private static final List<String> DUE_MILLIS = List.of("5000", "10000");
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final List<String> TIMER_ROUNDS = List.of("7", "500000", "100000", "200000");
  private static final String CALLS = "pending";
  private static final String TIMERS = "timer";

  private final Settings settings;
  private final Figures figures = new Figures();
  private final ChildProcess child = new ChildProcess(ChildProcess.ownHome(), FLAGS, LIMIT);

  private PendingCalls(Settings settings) {
    this.settings = settings;
  }

  /**
   * Measures and prints two tables.
   *
   * @param args {@code --count N} calls, a million by default; {@code --limit N}, time for the
   *     calls that come due to finish, 45 seconds by default; {@code --only NAME}, one contender;
   *     {@code --explain}, the heap by class; {@code --timers}, the timers alone; {@code --out
   *     DIR}, folder for the figures
   * @throws IOException if a process fails
   * @throws InterruptedException if this thread is interrupted
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    List<String> given = new ArrayList<>(List.of(args));
    Path folder = Figures.takeFolder(given);
    PendingCalls calls = new PendingCalls(Settings.of(given.toArray(String[]::new)));
    if (!calls.settings.timersAlone()) {
      calls.measureCalls();
    }
    if (calls.settings.only().isEmpty() && !calls.settings.explain()) {
      calls.measureTimers();
    }
    calls.figures.write(folder, "pending");
  }

  private void measureCalls() throws IOException, InterruptedException {
    print(
        "%,d calls that wait at once%n%-28s %8s %8s %8s %8s %8s %8s %8s %8s %8s %8s %10s%n",
        settings.count(),
        "",
        "begin s",
        "B made",
        "B held",
        "cancel s",
        "B made",
        "B left",
        "finish s",
        "late s",
        "CPU s",
        "threads",
        "complete");
    for (AsyncContender contender : AsyncContender.values()) {
      if (settings.takes(contender)) {
        Facts held = held(contender);
        Facts finished = finished(contender);
        printRow(contender, held, finished);
        publish(contender.title(), held, finished);
      }
    }
  }

  private void publish(String title, Facts held, Facts finished) {
    held.publish("begin", figures, CALLS, title, "s")
        .publish("begin-bytes", figures, CALLS, title, "B/call")
        .publish("heap", figures, CALLS, title, "B/call")
        .publish("cancel", figures, CALLS, title, "s")
        .publish("cancel-bytes", figures, CALLS, title, "B/call")
        .publish("left", figures, CALLS, title, "B/call");
    finished
        .publish("finish", figures, CALLS, title, "s")
        .publish("late", figures, CALLS, title, "s")
        .publish("cpu", figures, CALLS, title, "s")
        .publish("threads", figures, CALLS, title, "threads")
        .publish("completed", figures, CALLS, title, "calls");
  }

  private static void printRow(AsyncContender contender, Facts held, Facts finished) {
    print(
        "%-28s %8s %8s %8s %8s %8s %8s %8s %8s %8s %8s %10s%n",
        contender.title(),
        held.text("begin", 2),
        held.text("begin-bytes", 1),
        held.text("heap", 1),
        held.text("cancel", 2),
        held.text("cancel-bytes", 1),
        held.text("left", 1),
        finished.text("finish", 2),
        finished.text("late", 2),
        finished.text("cpu", 2),
        finished.text("threads", 0),
        finished.text("completed", 0));
  }

  private Facts held(AsyncContender contender) throws IOException, InterruptedException {
    if (contender.waitsAsAnother()) {
      return new Facts();
    }
    return run(contender, List.of(settings.explain() ? "explain" : "hold"));
  }

  private Facts finished(AsyncContender contender) throws IOException, InterruptedException {
    if (settings.explain()) {
      return new Facts();
    }
    String limit = Long.toString(settings.limit().toMillis());
    return run(contender, Stream.concat(DUE_MILLIS.stream(), Stream.of(limit)).toList());
  }

  private Facts run(AsyncContender contender, List<String> how)
      throws IOException, InterruptedException {
    Stream<String> what = Stream.of(contender.name(), Integer.toString(settings.count()));
    return child.run(PendingProbe.class, Stream.concat(what, how.stream()).toList());
  }

  private void measureTimers() throws IOException, InterruptedException {
    Facts facts = child.run(TimerProbe.class, TIMER_ROUNDS);
    print(
        "%nTimers with 100,000 waiting: millions scheduled and cancelled in a second.%n"
            + "With 100,000 due in a second: microseconds late, the median of the rounds; of p99 also"
            + " the least;%n"
            + "both compared with ScheduledThreadPoolExecutor's%n");
    print(
        "%-28s %9s %9s %9s %9s %9s %9s %9s %9s %9s%n",
        "", "1 thread", "2 threads", "p50", "p99", "p99.9", "max", "x p99", "least p99", "x");
    for (TimerUnderTest timer : TimerUnderTest.values()) {
      printRow(timer, facts);
      publish(timer, facts);
    }
  }

  private static void printRow(TimerUnderTest timer, Facts facts) {
    print(
        "%-28s %9s %9s %9s %9s %9s %9s %9.2f %9s %9.2f%n",
        timer.title(),
        facts.text(timer.turnover(1), 2),
        facts.text(timer.turnover(2), 2),
        facts.text(timer.lateness("p50"), 0),
        facts.text(timer.lateness("p99"), 0),
        facts.text(timer.lateness("p99.9"), 0),
        facts.text(timer.lateness("max"), 0),
        ratioToStandard(timer.lateness("p99"), TimerUnderTest.SCHEDULED.lateness("p99"), facts),
        facts.text(leastLateness(timer), 0),
        ratioToStandard(leastLateness(timer), leastLateness(TimerUnderTest.SCHEDULED), facts));
  }

  private static String leastLateness(TimerUnderTest timer) {
    return Medians.least(timer.lateness("p99"));
  }

  private static double ratioToStandard(String name, String standard, Facts facts) {
    return facts.get(name) / facts.get(standard);
  }

  private void publish(TimerUnderTest timer, Facts facts) {
    for (int threads : List.of(1, 2)) {
      double rate = facts.get(timer.turnover(threads));
      figures.add(TIMERS, timer.title(), "turnover-" + threads, rate, "M/s");
    }
    for (String percentile : TimerUnderTest.LATENESS.keySet()) {
      double late = facts.get(timer.lateness(percentile));
      figures.add(TIMERS, timer.title(), "late-" + percentile, late, "us");
    }
    double least = facts.get(leastLateness(timer));
    figures.add(TIMERS, timer.title(), "late-p99-least", least, "us");
  }

  private static void print(String format, Object... values) {
    System.out.printf(Locale.ROOT, format, values);
    System.out.flush();
  }
}
