package dev.reprise.cli.simulate;

import dev.reprise.cli.terminal.Progress;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Shows the progress of simulations that take long. */
final class ProgressWatch {

  private static final long INTERVAL_MILLIS = 100;
  private static final long DELAY_MILLIS = 1000;
  private static final int MANY_RUNS = 100_000;

  private ProgressWatch() {}

  /**
   * Prints the number of runs, if it is large.
   *
   * @param messages a writer to standard error
   * @param runs number of runs
   */
  static void announce(PrintWriter messages, int runs) {
    if (runs >= MANY_RUNS) {
      messages.println("reprise: " + runs + " runs; Ctrl-C prints the results so far");
      messages.flush();
    }
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
