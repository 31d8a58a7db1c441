package dev.reprise.verification.benchmarks;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * What was measured, each figure also beside the bare call and beside one read of the clock. The
 * best iteration is what counts: a busy machine only ever adds time. The median tells how busy it
 * was.
 */
final class CostTable {

  private static final String BARE = "bare";
  private static final String CLOCK = "clock";
  private static final String BYTES = "gc.alloc.rate.norm";

  private static final Map<String, String> TITLES = new LinkedHashMap<>();

  static {
    TITLES.put(BARE, "bare call");
    TITLES.put("unlimited", "unlimited budget, no deadline");
    TITLES.put("asShipped", "as shipped by Retry.of");
    TITLES.put(CLOCK, "System.nanoTime() alone");
  }

  private final Map<String, RunResult> results = new LinkedHashMap<>();

  private CostTable(Collection<RunResult> results) {
    for (RunResult result : results) {
      this.results.put(result.getPrimaryResult().getLabel(), result);
    }
  }

  static String of(Collection<RunResult> results) {
    return new CostTable(results).print();
  }

  private String print() {
    StringBuilder table = new StringBuilder();
    table.append(
        String.format(
            "%-30s %8s %8s %10s %8s %8s %8s%n",
            "first try succeeds", "best ns", "median", "over bare", "x bare", "x clock", "B/op"));
    TITLES.forEach((label, title) -> table.append(row(title, result(label))));
    return table.toString();
  }

  private String row(String title, RunResult result) {
    double nanos = nanos(result);
    double bare = nanos(result(BARE));
    double clock = nanos(result(CLOCK));
    Result<?> bytes = Objects.requireNonNull(result.getSecondaryResults().get(BYTES), BYTES);
    return String.format(
        Locale.ROOT,
        "%-30s %8.2f %8.2f %10.2f %8.2f %8.2f %8.1f%n",
        title,
        nanos,
        result.getPrimaryResult().getStatistics().getPercentile(50),
        nanos - bare,
        nanos / bare,
        nanos / clock,
        bytes.getScore());
  }

  private RunResult result(String label) {
    return Objects.requireNonNull(results.get(label), label);
  }

  private static double nanos(RunResult result) {
    return result.getPrimaryResult().getStatistics().getMin();
  }
}
