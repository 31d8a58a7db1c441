package dev.reprise.cli.simulate;

import dev.reprise.cli.terminal.Progress;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Work that is watched on a terminal, if it takes long. */
final class Simulation {

  private static final long INTERVAL_MILLIS = 100;
  private static final long LONG_MILLIS = 1000;
  private static final int MANY_RUNS = 100_000;

  private Simulation() {}

  /**
   * Says how many runs there are, if they may take long, and that a signal does not lose them.
   *
   * @param messages where to
   * @param runs how many
   */
  static void announce(PrintWriter messages, int runs) {
    if (runs >= MANY_RUNS) {
      messages.println("reprise: " + runs + " runs; Ctrl-C prints the results so far");
      messages.flush();
    }
  }

  /**
   * Works.
   *
   * @param runs how many runs it takes
   * @param finished how many are over; asked by another thread
   * @param work what is done
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
      if (over.await(LONG_MILLIS, TimeUnit.MILLISECONDS)) {
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
