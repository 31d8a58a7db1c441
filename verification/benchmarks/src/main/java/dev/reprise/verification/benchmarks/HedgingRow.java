package dev.reprise.verification.benchmarks;

import dev.reprise.Retry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** One way to call a target, with the latencies of its calls. One thread makes all calls. */
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

  /** Makes the next call. Each row makes the same sequence of calls. */
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

  /** Waits for the results of all calls since the last round. */
  void endRound() {
    rounds.add(calls.stream().mapToLong(CompletableFuture::join).sorted().toArray());
    calls.clear();
  }

  void forget() {
    rounds.clear();
    attempts.set(0);
  }

  /** Latencies in milliseconds, their ratios to another row, and attempts for each call. */
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

  /** Median of all rounds. A pause of the machine affects one round only. */
  private double millis(double share) {
    double[] sorted = rounds.stream().mapToDouble(round -> millis(round, share)).sorted().toArray();
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** Latency at a quantile of one round. */
  private static double millis(long[] sorted, double share) {
    return sorted[(int) Math.floor(share * sorted.length)] / 1e6;
  }
}
