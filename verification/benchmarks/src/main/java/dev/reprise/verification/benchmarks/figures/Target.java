package dev.reprise.verification.benchmarks.figures;

import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A limit for a figure. Targets are ratios and allocations where possible, since a busy machine
 * does not change those.
 *
 * @param words the measure and its unit, printed after a number: {@code ns over the bare call}
 * @param atMost the limit
 * @param tolerance amount above the limit that still counts as met
 * @param gated whether the gate checks it
 * @param measure returns the figure; NaN if it has not been measured
 */
public record Target(
    String words,
    double atMost,
    double tolerance,
    boolean gated,
    ToDoubleFunction<Figures> measure) {

  /**
   * Allocation of the harness itself per operation. It grows as the number of operations falls on a
   * busy machine. An object takes at least 16 bytes, so one in thirty operations would exceed this
   * value.
   */
  private static final double BYTES_OF_THE_HARNESS = 0.5;

  /**
   * A limit for bytes.
   *
   * @param words as in the record
   * @param atMost the limit
   * @param measure as in the record
   * @return a target that the gate checks
   */
  public static Target bytes(String words, double atMost, ToDoubleFunction<Figures> measure) {
    return new Target(words, atMost, BYTES_OF_THE_HARNESS, true, measure);
  }

  /**
   * A limit for a ratio or a time.
   *
   * @param words as in the record
   * @param atMost the limit
   * @param measure as in the record
   * @return a target that the gate does not check
   */
  public static Target atMost(String words, double atMost, ToDoubleFunction<Figures> measure) {
    return new Target(words, atMost, 0, false, measure);
  }

  /**
   * Adds the target to the gate.
   *
   * @return a copy
   */
  public Target inGate() {
    return new Target(words, atMost, tolerance, true, measure);
  }

  boolean isMeasured(Figures figures) {
    return !Double.isNaN(measure.applyAsDouble(figures));
  }

  boolean isMet(Figures figures) {
    return measure.applyAsDouble(figures) <= atMost + tolerance;
  }

  /** The result, such as {@code met: 0.61 ns over the bare call, at most 3}. */
  String verdict(Figures figures) {
    if (!isMeasured(figures)) {
      return "not measured: " + words;
    }
    double value = measure.applyAsDouble(figures);
    return (isMet(figures) ? "met" : missedBy(value))
        + String.format(Locale.ROOT, ": %.4g %s, at most %.4g", value + 0.0, words, atMost);
  }

  private String missedBy(double value) {
    return atMost == 0
        ? String.format(Locale.ROOT, "MISSED by %.3g", value)
        : String.format(Locale.ROOT, "MISSED by %.0f %%", Math.ceil((value / atMost - 1) * 100));
  }
}
