package dev.reprise.verification.benchmarks;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Effect of hedging on the slowest calls, and its cost in attempts. All rows make the same calls at
 * the same times, so that other work on the machine affects all of them equally. On a different
 * machine the ratios are comparable, the times are not.
 */
public final class HedgingTail {

  private static final int ROUNDS_FIRST = 2;
  private static final int ROUNDS = 21;
  private static final int ROUNDS_SLOW = 5;
  private static final int CALLS = 1_000;
  private static final long APART_NANOS = TimeUnit.MICROSECONDS.toNanos(1_250);
  private static final Duration DELAY = Duration.ofMillis(10);

  private HedgingTail() {}

  /**
   * Measures for half a minute and prints two tables: in the first, one call in a hundred is slow;
   * in the second, all are.
   *
   * @param args none
   */
  public static void main(String[] args) {
    try (TimedTarget target = new TimedTarget()) {
      List<HedgingRow> rows = rows(target);
      load(rows, ROUNDS_FIRST);
      rows.forEach(HedgingRow::forget);
      load(rows, ROUNDS);
      print("1 call in 100 is slow", rows);
      rows.forEach(HedgingRow::forget);
      target.becomeSlow();
      load(rows, ROUNDS_SLOW);
      print("then every call is slow", rows);
    }
  }

  private static List<HedgingRow> rows(TimedTarget target) {
    List<HedgingRow> rows = new ArrayList<>();
    rows.add(new HedgingRow("no hedge", Retry.of(policy().build()), target));
    for (Hedge hedge : List.of(Hedge.after(DELAY), Hedge.atPercentile(95))) {
      Retry hedged = Retry.of(policy().hedge(hedge).build());
      rows.add(new HedgingRow(hedge.toString(), hedged, target));
      rows.add(
          new HedgingRow(
              hedge + ", no budget", hedged.withBudget(RetryBudget.unlimited()), target));
    }
    return rows;
  }

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder().idempotency(Idempotency.IDEMPOTENT);
  }

  private static void load(List<HedgingRow> rows, int rounds) {
    for (int round = 0; round < rounds; round++) {
      load(rows);
      rows.forEach(HedgingRow::endRound);
    }
  }

  /** Starts each call at its scheduled time, even if earlier calls are still pending. */
  private static void load(List<HedgingRow> rows) {
    long start = System.nanoTime();
    for (int call = 0; call < CALLS; call++) {
      long early = start + call * APART_NANOS - System.nanoTime();
      if (early > 0) {
        LockSupport.parkNanos(early);
      }
      for (int turn = 0; turn < rows.size(); turn++) {
        rows.get((call + turn) % rows.size()).call();
      }
    }
  }

  private static void print(String title, List<HedgingRow> rows) {
    System.out.printf(
        Locale.ROOT,
        "%-26s %8s %8s %8s   %8s %8s %8s   %8s%n",
        title,
        "p50 ms",
        "p99 ms",
        "p99.9 ms",
        "x p50",
        "x p99",
        "x p99.9",
        "attempts");
    rows.forEach(row -> System.out.println(row.line(rows.get(0))));
    System.out.println();
  }
}
