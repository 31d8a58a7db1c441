package dev.reprise.verification.benchmarks.figures;

import java.util.List;

/**
 * A row of the table: one kind of call, and all contenders that make it.
 *
 * @param id name of its files, of letters, digits and hyphens
 * @param title in tables
 * @param base the contender that is subtracted to get the overhead
 * @param ours the contender of Reprise that others are compared with
 * @param targets its limits
 */
public record Row(String id, String title, String base, String ours, List<Target> targets) {

  /**
   * Creates a row.
   *
   * @param id name of its files, of letters, digits and hyphens
   * @param title in tables
   * @param base the contender that is subtracted to get the overhead
   * @param ours the contender of Reprise that others are compared with
   * @param targets its limits
   */
  public Row {
    targets = List.copyOf(targets);
  }

  /**
   * The best time of a contender.
   *
   * @param figures of a run
   * @param contender its title
   * @return nanoseconds; NaN if it has not been measured
   */
  public double best(Figures figures, String contender) {
    return figures.value(id, contender, Measurement.BEST).orElse(Double.NaN);
  }

  /**
   * The bytes that a contender allocates.
   *
   * @param figures of a run
   * @param contender its title
   * @return bytes an operation; NaN if it has not been measured
   */
  public double bytes(Figures figures, String contender) {
    return figures.value(id, contender, Measurement.BYTES).orElse(Double.NaN);
  }

  /**
   * The overhead of a contender over the base.
   *
   * @param figures of a run
   * @param contender its title
   * @return nanoseconds; NaN if either has not been measured
   */
  public double over(Figures figures, String contender) {
    return best(figures, contender) - best(figures, base);
  }
}
