package dev.reprise.lab;

import dev.reprise.simulator.model.Run;
import dev.reprise.simulator.stats.Estimate;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Means of series over several runs, with their confidence intervals. Of a series that is counted
 * in parts of a second, such as the calls of a row in each millisecond, the first second is
 * included.
 */
final class Bands {

  private static final long SECOND = 1_000_000_000L;

  private Bands() {}

  /**
   * @param common whether to end where the shortest run does
   */
  static NumberList of(List<Run> runs, boolean common) {
    NumberList bands = new NumberList();
    if (!runs.isEmpty()) {
      for (int series = 0; series < runs.get(0).series().size(); series++) {
        add(bands, runs, series, common);
      }
    }
    return bands;
  }

  private static void add(NumberList bands, List<Run> runs, int series, boolean common) {
    IntStream lengths = runs.stream().mapToInt(run -> run.series().get(series).values().length);
    long width = runs.get(0).series().get(series).widthNanos();
    long most = width < SECOND ? SECOND / width : Integer.MAX_VALUE;
    int length = (int) Math.min(most, (common ? lengths.min() : lengths.max()).orElse(0));
    double[] means = new double[length];
    double[] low = new double[length];
    double[] high = new double[length];
    double[] values = new double[runs.size()];
    for (int i = 0; i < length; i++) {
      for (int run = 0; run < values.length; run++) {
        double[] of = runs.get(run).series().get(series).values();
        values[run] = i < of.length ? of[i] : Double.NaN;
      }
      Estimate estimate = Estimate.of(values);
      double margin = estimate.margin();
      means[i] = estimate.mean();
      low[i] = estimate.mean() - margin;
      high[i] = estimate.mean() + margin;
    }
    bands.addAll(means);
    bands.addAll(low);
    bands.addAll(high);
  }
}
