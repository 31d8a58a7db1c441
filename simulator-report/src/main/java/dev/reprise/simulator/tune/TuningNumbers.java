package dev.reprise.simulator.tune;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.stats.Estimate;
import java.util.Locale;

/** Formats numbers for readers. */
final class TuningNumbers {

  private static final double WHOLE_UP_TO = 1e9;

  private TuningNumbers() {}

  static String text(double value) {
    if (!Double.isFinite(value)) {
      return "never";
    }
    return value == Math.rint(value) && Math.abs(value) < WHOLE_UP_TO
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.4g", value);
  }

  static String text(Cell cell, String metric) {
    Estimate estimate = cell.estimate(metric);
    String undefined = cell.metric(metric).undefined();
    if (estimate.count() == 0) {
      return undefined;
    }
    String never =
        estimate.undefined() == 0 ? "" : ", " + undefined + " in " + estimate.undefined();
    return text(estimate.mean())
        + " ± "
        + String.format(Locale.ROOT, "%.2g", estimate.standardError())
        + never;
  }
}
