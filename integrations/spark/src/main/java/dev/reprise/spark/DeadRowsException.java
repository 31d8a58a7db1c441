package dev.reprise.spark;

import dev.reprise.text.CountText;
import dev.reprise.text.PrintableText;

/**
 * Failure of a job with more dead rows than {@code maxDead} allows. All other rows were written,
 * unless the report is incomplete. The report is not serialized with the exception.
 */
public final class DeadRowsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final int MAX_REASONS_LENGTH = 5_000;

  private final transient SparkWriteReport report;

  DeadRowsException(SparkWriteReport report, long maxDead) {
    super(
        CountText.of(report.dead(), "row")
            + (report.dead() == 1 ? " is" : " are")
            + " dead, and maxDead is "
            + maxDead
            + ". "
            + report
            + ". First reasons: "
            + PrintableText.oneLine(report.deadReasons().toString(), MAX_REASONS_LENGTH));
    this.report = report;
  }

  /**
   * Returns the report of the job.
   *
   * @return the report; null in an exception that was serialized
   */
  public SparkWriteReport report() {
    return report;
  }
}
