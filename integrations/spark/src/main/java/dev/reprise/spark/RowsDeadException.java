package dev.reprise.spark;

/**
 * More rows died than the job was told to bear. Every other row was written, unless the report says
 * that it is not complete.
 */
public final class RowsDeadException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient SparkWriteReport report;

  RowsDeadException(SparkWriteReport report, long maxDead) {
    super(
        report.dead()
            + " rows died, and maxDead is "
            + maxDead
            + ". "
            + report
            + ". First deaths: "
            + report.deaths());
    this.report = report;
  }

  /**
   * The account of the job.
   *
   * @return the report
   */
  public SparkWriteReport report() {
    return report;
  }
}
