package dev.reprise.verification.benchmarks;

import dev.reprise.verification.benchmarks.calls.ActiveKeys;
import dev.reprise.verification.benchmarks.calls.BucketKind;
import dev.reprise.verification.benchmarks.calls.OnKey;
import dev.reprise.verification.benchmarks.declared.Annotated;
import dev.reprise.verification.benchmarks.figures.Figures;
import dev.reprise.verification.benchmarks.figures.Measurement;
import dev.reprise.verification.benchmarks.peers.Contender;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** The measurements of JMH as figures of the rows. */
final class JmhResults {

  private static final String BYTES = "gc.alloc.rate.norm";
  private static final String INSTRUCTIONS = "instructions";

  private static final Map<String, String> ROWS =
      Map.ofEntries(
          Map.entry("FirstTry.one", "first-try"),
          Map.entry("AsShipped.one", "as-shipped"),
          Map.entry("Clocks.oneClockRead", "as-shipped"),
          Map.entry("Clocks.oneClockReadAndOneCount", "as-shipped"),
          Map.entry("LimitAndListener.one", "watched"),
          Map.entry("Clocks.twoClockReads", "watched"),
          Map.entry("OneFailure.one", "one-failure"),
          Map.entry("EveryEvent.one", "every-event"),
          Map.entry("Exhaustion.one", "exhaustion"),
          Map.entry("StageCompleted.one", "stage-completed"),
          Map.entry("StageLater.one", "stage-later"),
          Map.entry("BudgetSuccess.oneThread", "budget-success-1"),
          Map.entry("BudgetSuccess.twoThreads", "budget-success-2"),
          Map.entry("BudgetSuccess.sixteenThreads", "budget-success-16"),
          Map.entry("BudgetRetry.oneThread", "budget-retry-1"),
          Map.entry("BudgetRetry.twoThreads", "budget-retry-2"),
          Map.entry("BudgetRetry.sixteenThreads", "budget-retry-16"),
          Map.entry("Decisions.acceptedOutcome", "decision"),
          Map.entry("Decisions.retriedFailure", "decision"),
          Map.entry("Decisions.exponentialDraw", "decision"),
          Map.entry("Annotated.one", "annotated"),
          Map.entry("OnKey.one", "on-key"));

  private JmhResults() {}

  /** The benchmarks of a row, as JMH includes them. */
  static Collection<String> benchmarks(String row) {
    return ROWS.entrySet().stream()
        .filter(entry -> entry.getValue().equals(row))
        .map(entry -> "\\." + entry.getKey().replace(".", "\\.") + "$")
        .toList();
  }

  /** Adds measurements in the order in which they were made. */
  static void addTo(Figures figures, Collection<RunResult> results) {
    results.forEach(result -> add(figures, result));
  }

  private static void add(Figures figures, RunResult result) {
    BenchmarkParams params = result.getParams();
    String row = row(params.getBenchmark());
    String contender = contender(params);
    Result<?> time = result.getPrimaryResult();
    // With several threads JMH reports the time of each, so operations end that many times as
    // often.
    double each = params.getThreads();
    double best = time.getStatistics().getMin() / each;
    double median = time.getStatistics().getPercentile(50) / each;
    double error = time.getScoreError() / each;
    figures.add(row, contender, Measurement.BEST, best, "ns");
    figures.add(row, contender, Measurement.MEDIAN, median, "ns");
    figures.add(
        new Measurement(row, contender, Measurement.MEAN, time.getScore() / each, "ns", error));
    addOf(figures, result, BYTES, new Measurement(row, contender, Measurement.BYTES, 0, "B/op", 0));
    addOf(
        figures, result, INSTRUCTIONS, new Measurement(row, contender, INSTRUCTIONS, 0, "1/op", 0));
  }

  private static void addOf(Figures figures, RunResult result, String name, Measurement empty) {
    for (String key : result.getSecondaryResults().keySet()) {
      if (key.startsWith(name)) {
        Result<?> other = result.getSecondaryResults().get(key);
        figures.add(
            new Measurement(
                empty.row(),
                empty.contender(),
                empty.metric(),
                other.getScore(),
                empty.unit(),
                other.getScoreError()));
        return;
      }
    }
  }

  private static String row(String benchmark) {
    int method = benchmark.lastIndexOf('.');
    String name = benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1);
    String row = ROWS.get(name);
    if (row == null) {
      throw new IllegalStateException("no row for " + name);
    }
    return row;
  }

  /** The contender that a parameter names; without such a parameter, the method's name in words. */
  private static String contender(BenchmarkParams params) {
    for (String key : params.getParamsKeys()) {
      String name = params.getParam(key);
      return key.equals("contender") ? Contender.valueOf(name).title() : kind(params, name);
    }
    String method = params.getBenchmark().substring(params.getBenchmark().lastIndexOf('.') + 1);
    return method.replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  private static String kind(BenchmarkParams params, String name) {
    if (isOf(Annotated.class, params)) {
      return Annotated.Kind.valueOf(name).title();
    }
    return isOf(OnKey.class, params)
        ? ActiveKeys.valueOf(name).title()
        : BucketKind.valueOf(name).title();
  }

  private static boolean isOf(Class<?> benchmarks, BenchmarkParams params) {
    return params.getBenchmark().contains("." + benchmarks.getSimpleName() + ".");
  }
}
