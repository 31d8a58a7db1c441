package dev.reprise.report;

import java.util.Locale;

/** Prints a report for a log. */
final class ReportText {

  private ReportText() {}

  static String of(RetryReport report) {
    StringBuilder text = new StringBuilder(160);
    text.append(report.retry())
        .append(": ")
        .append(report.attempts())
        .append(report.attempts() == 1 ? " attempt in " : " attempts in ")
        .append(duration(report.elapsed().toNanos()))
        .append(", stopped: ")
        .append(report.stopReason());
    int previous = 0;
    for (AttemptRecord record : report.records()) {
      if (record.number() > previous + 1) {
        text.append("\n  … ").append(record.number() - previous - 1).append(" more …");
      }
      appendAttempt(text, record);
      previous = record.number();
    }
    return text.toString();
  }

  private static void appendAttempt(StringBuilder text, AttemptRecord record) {
    text.append("\n  #")
        .append(record.number())
        .append(" at ")
        .append(duration(record.startedAfterNanos()))
        .append(", took ")
        .append(duration(record.lengthNanos()))
        .append(": ")
        .append(record.outcome());
    if (record.retried()) {
      text.append(", then waited ")
          .append(duration(record.waitNanos()))
          .append(record.hinted() ? " (server)" : " (backoff)");
    }
  }

  /** Three significant digits in the unit that suits. */
  static String duration(long nanos) {
    if (nanos < 1_000) {
      return nanos + " ns";
    }
    if (nanos < 1_000_000) {
      return scaled(nanos / 1e3) + " us";
    }
    if (nanos < 1_000_000_000) {
      return scaled(nanos / 1e6) + " ms";
    }
    return scaled(nanos / 1e9) + " s";
  }

  private static String scaled(double value) {
    if (value >= 100) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    return String.format(Locale.ROOT, value >= 10 ? "%.1f" : "%.2f", value);
  }
}
