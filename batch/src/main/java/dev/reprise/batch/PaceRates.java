package dev.reprise.batch;

import dev.reprise.batch.internal.pace.SharedRate;
import java.util.function.Supplier;

/** The rates that the runs of a pace use. */
final class PaceRates {

  private PaceRates() {}

  /**
   * Returns a supplier of one rate for each run, or of the same rate for all runs if the pace is
   * shared.
   */
  static Supplier<SharedRate> of(Pace pace) {
    return pace instanceof Pace.Shared shared ? shared::rate : () -> newRate(pace);
  }

  /** Returns a rate that no run uses yet. */
  static SharedRate newRate(Pace pace) {
    if (pace instanceof Pace.Fixed fixed) {
      return SharedRate.fixed(fixed.unitsPerSecond());
    }
    return pace instanceof Pace.Adaptive adaptive
        ? SharedRate.adaptive(adaptive.mostUnitsPerSecond())
        : SharedRate.fixed(Double.POSITIVE_INFINITY);
  }
}
