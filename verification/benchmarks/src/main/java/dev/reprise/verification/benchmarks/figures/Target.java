package dev.reprise.verification.benchmarks.figures;

import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What is to be reached. Targets are ratios and allocations wherever they can be, for those are the
 * same on a busy machine.
 *
 * @param words what is measured and in which unit, to stand behind a number: {@code ns over the
 *     bare call}
 * @param atMost what it may be
 * @param tolerance how far above a figure may lie that is as good as {@code atMost}
 * @param gated whether the gate refuses figures that miss it
 * @param measure finds the figure; NaN if it has not been measured
 */
public record Target(
    String words,
    double atMost,
    double tolerance,
    boolean gated,
    ToDoubleFunction<Figures> measure) {

  /**
   * What the profiler sees of the harness itself, which the busier the machine is falls on the
   * fewer operations. An object takes 16 bytes at least, so one in thirty operations would be seen.
   */
  private static final double BYTES_OF_THE_HARNESS = 0.5;

  /**
   * A limit for bytes.
   *
   * @param words as of the record
   * @param atMost what it may be
   * @param measure as of the record
   * @return a target that the gate holds
   */
  public static Target bytes(String words, double atMost, ToDoubleFunction<Figures> measure) {
    return new Target(words, atMost, BYTES_OF_THE_HARNESS, true, measure);
  }

  /**
   * A limit for a ratio or a time.
   *
   * @param words as of the record
   * @param atMost what it may be
   * @param measure as of the record
   * @return a target that the gate does not hold
   */
  public static Target atMost(String words, double atMost, ToDoubleFunction<Figures> measure) {
    return new Target(words, atMost, 0, false, measure);
  }

  /**
   * Has the gate hold it.
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

  /** Such as {@code met: 0.61 ns over the bare call, at most 3}. */
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
