package dev.reprise.verification.benchmarks.figures;

import java.util.List;

/**
 * A row of the table: one kind of call, and all who make it.
 *
 * @param id name of its files, of letters, digits and hyphens
 * @param title as tables print it
 * @param base whom overhead is counted over
 * @param ours the contender of ours that others are compared with
 * @param targets what is to be reached
 */
public record Row(String id, String title, String base, String ours, List<Target> targets) {

  /**
   * A row.
   *
   * @param id name of its files, of letters, digits and hyphens
   * @param title as tables print it
   * @param base whom overhead is counted over
   * @param ours the contender of ours that others are compared with
   * @param targets what is to be reached
   */
  public Row {
    targets = List.copyOf(targets);
  }

  /**
   * The best time of a contender.
   *
   * @param figures of a run
   * @param contender who
   * @return nanoseconds; NaN if it has not been measured
   */
  public double best(Figures figures, String contender) {
    return figures.value(id, contender, Measurement.BEST).orElse(Double.NaN);
  }

  /**
   * What a contender allocates.
   *
   * @param figures of a run
   * @param contender who
   * @return bytes an operation; NaN if it has not been measured
   */
  public double bytes(Figures figures, String contender) {
    return figures.value(id, contender, Measurement.BYTES).orElse(Double.NaN);
  }

  /**
   * How much longer a contender takes than the base.
   *
   * @param figures of a run
   * @param contender who
   * @return nanoseconds; NaN if either has not been measured
   */
  public double over(Figures figures, String contender) {
    return best(figures, contender) - best(figures, base);
  }
}
