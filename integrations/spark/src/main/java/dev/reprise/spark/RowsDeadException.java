package dev.reprise.spark;

import dev.reprise.text.PrintableText;

/**
 * More rows are dead than {@code maxDead} allows. All other rows were written, unless the report is
 * not complete.
 */
public final class RowsDeadException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final int LONGEST = 5_000;

  private final transient SparkWriteReport report;

  RowsDeadException(SparkWriteReport report, long maxDead) {
    super(
        report.dead()
            + " rows died, and maxDead is "
            + maxDead
            + ". "
            + report
            + ". First deaths: "
            + PrintableText.oneLine(report.deaths().toString(), LONGEST));
    this.report = report;
  }

  /**
   * Returns the report of the job.
   *
   * @return the report
   */
  public SparkWriteReport report() {
    return report;
  }
}
