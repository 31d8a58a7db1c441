package dev.reprise.verification.benchmarks;

import dev.reprise.Retry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** One way to call a target, with what its calls took. Calls are made by one thread. */
final class HedgingRow {

  private final String name;
  private final Retry retry;
  private final TimedTarget target;
  private final AtomicLong attempts = new AtomicLong();
  private final List<CompletableFuture<Long>> calls = new ArrayList<>();
  private final List<long[]> rounds = new ArrayList<>();

  private int made;

  HedgingRow(String name, Retry retry, TimedTarget target) {
    this.name = name;
    this.retry = retry.named(name);
    this.target = target;
  }

  /** Makes the next call; the same one that each other row makes next. */
  void call() {
    int number = made++;
    long begun = System.nanoTime();
    calls.add(
        retry
            .callAsyncWith(
                attempt -> {
                  attempts.incrementAndGet();
                  return target.answer(number, attempt.number());
                })
            .thenApply(answer -> System.nanoTime() - begun));
  }

  /** Waits for the answers of all calls since the last round. */
  void endRound() {
    rounds.add(calls.stream().mapToLong(CompletableFuture::join).sorted().toArray());
    calls.clear();
  }

  void forget() {
    rounds.clear();
    attempts.set(0);
  }

  /** Latencies in milliseconds, as shares of those of another row, and attempts for each call. */
  String line(HedgingRow bare) {
    return String.format(
        Locale.ROOT,
        "%-26s %8.1f %8.1f %8.1f   %8.2f %8.2f %8.2f   %8.3f",
        name,
        millis(0.5),
        millis(0.99),
        millis(0.999),
        millis(0.5) / bare.millis(0.5),
        millis(0.99) / bare.millis(0.99),
        millis(0.999) / bare.millis(0.999),
        (double) attempts.get() / rounds.stream().mapToInt(round -> round.length).sum());
  }

  /** The median of all rounds, since a halt of the machine spoils one of them. */
  private double millis(double share) {
    double[] sorted = rounds.stream().mapToDouble(round -> millis(round, share)).sorted().toArray();
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** The fastest of those calls that are slower than a share of all. */
  private static double millis(long[] sorted, double share) {
    return sorted[(int) Math.floor(share * sorted.length)] / 1e6;
  }
}
