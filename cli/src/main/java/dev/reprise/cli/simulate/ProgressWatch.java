package dev.reprise.cli.simulate;

import dev.reprise.cli.terminal.Progress;
import dev.reprise.simulator.stats.NumberText;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Shows the progress of simulations that take long. */
final class ProgressWatch {

  private static final long INTERVAL_MILLIS = 100;
  private static final long DELAY_MILLIS = 1000;

  /** A cautious number of events that a thread handles in a second. */
  private static final double EVENTS_A_SECOND = 3e6;

  /** Fewer events take a few seconds, about which nobody has to be warned. */
  private static final double MANY_EVENTS = 2e7;

  /** Ctrl-C has results of the finished runs. */
  static final String PARTIAL = "prints the results so far";

  /** Ctrl-C has no result, because it needs all runs. */
  static final String NOTHING = "ends them without a result";

  private ProgressWatch() {}

  /**
   * Prints the cost of simulations before they start, if they take long.
   *
   * @param messages a writer to standard error
   * @param runs number of runs
   * @param events estimated number of events of all runs
   * @param threads number of threads
   * @param interruption what Ctrl-C does, such as {@link #PARTIAL}
   */
  static void announce(
      PrintWriter messages, int runs, double events, int threads, String interruption) {
    if (events > MANY_EVENTS) {
      messages.println(
          "reprise: "
              + runs
              + (runs == 1 ? " run" : " runs")
              + ", up to "
              + millions(events)
              + " million events, about "
              + time(events / EVENTS_A_SECOND / threads)
              + " at most; Ctrl-C "
              + interruption);
      messages.flush();
    }
  }

  private static String millions(double events) {
    return NumberText.of(events / 1e6);
  }

  private static String time(double seconds) {
    return seconds < 90
        ? Math.round(seconds) + " s"
        : seconds < 90 * 60 ? Math.round(seconds / 60) + " min" : Math.round(seconds / 3600) + " h";
  }

  /**
   * Runs a simulation and shows its progress on a terminal.
   *
   * @param runs number of runs
   * @param finished number of finished runs; called by a different thread
   * @param work the simulation
   */
  static <T> T run(int runs, IntSupplier finished, Supplier<T> work) {
    CountDownLatch over = new CountDownLatch(1);
    Thread watcher = new Thread(() -> watch(runs, finished, over), "reprise-progress");
    watcher.setDaemon(true);
    watcher.start();
    try {
      return work.get();
    } finally {
      over.countDown();
      join(watcher);
    }
  }

  private static void watch(int runs, IntSupplier finished, CountDownLatch over) {
    try {
      if (over.await(DELAY_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
      try (Progress progress = Progress.onTerminal("simulating", runs)) {
        while (!over.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
          progress.at(finished.getAsInt());
        }
        progress.at(finished.getAsInt());
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private static void join(Thread watcher) {
    try {
      watcher.join();
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
    }
  }
}
