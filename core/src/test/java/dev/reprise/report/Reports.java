package dev.reprise.report;

import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import dev.reprise.report.AttemptRecord.Ending;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates reports as drivers do. */
final class Reports {

  private Reports() {}

  /** The report of a call that begins and ends now. */
  static RetryReport report(String name, int attempts) {
    return report(name, attempts, RetryReport.mark(), RetryReport.mark());
  }

  static RetryReport report(String name, int attempts, long callMark, long lastAttemptMark) {
    return new RetryReport(
        name,
        attempts,
        StopReason.ATTEMPTS,
        0,
        List.of(attempt(1, "java.io.IOException: reset")),
        callMark,
        lastAttemptMark);
  }

  static AttemptRecord attempt(int number, String outcome) {
    return attempt(number, 0, 0, outcome, null);
  }

  static AttemptRecord attempt(
      int number, long at, long took, String outcome, AttemptRecord.@Nullable Wait waited) {
    return new AttemptRecord(
        number, at, took, Ending.FAILED, outcome, FailureKind.TRANSIENT, waited, false);
  }
}
