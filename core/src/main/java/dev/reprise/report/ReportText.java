package dev.reprise.report;

import dev.reprise.decision.StopReason;
import dev.reprise.internal.text.RoughDuration;
import java.util.List;
import java.util.function.Function;

/** Prints a report for a log: a headline, then the attempts in columns. */
final class ReportText {

  private static final String NOT_MEASURED = "-";

  private final List<Row> rows;

  private ReportText(RetryReport report) {
    rows = report.records().stream().map(Row::of).toList();
  }

  static String of(RetryReport report) {
    StringBuilder text = new StringBuilder(160);
    appendHeadline(text, report);
    new ReportText(report).appendRows(text);
    return text.toString();
  }

  private static void appendHeadline(StringBuilder text, RetryReport report) {
    boolean succeeded = report.stopReason() == StopReason.SUCCEEDED;
    text.append(report.retry())
        .append(succeeded ? ": succeeded after " : ": gave up after ")
        .append(report.attempts())
        .append(report.attempts() == 1 ? " attempt in " : " attempts in ")
        .append(RoughDuration.of(report.elapsed().toNanos()));
    if (!succeeded) {
      text.append(": ").append(report.stopReason());
    }
  }

  private void appendRows(StringBuilder text) {
    int number = widest(Row::label);
    int at = widest(Row::at);
    int took = widest(Row::took);
    int wait = widest(Row::waited);
    int previous = 0;
    for (Row row : rows) {
      if (row.number > previous + 1) {
        text.append("\n  ... ").append(row.number - previous - 1).append(" more ...");
      }
      previous = row.number;
      text.append("\n  ");
      appendPadded(text, row.label(), number);
      appendPadded(text.append("at "), row.at, at);
      appendPadded(text.append("took "), row.took, took);
      if (wait > 0) {
        appendPadded(text, row.waited, wait);
      }
      text.append(row.outcome);
    }
  }

  private int widest(Function<Row, String> column) {
    return rows.stream().mapToInt(row -> column.apply(row).length()).max().orElse(0);
  }

  private static void appendPadded(StringBuilder text, String cell, int width) {
    text.append(cell).append(" ".repeat(width - cell.length() + 2));
  }

  private record Row(int number, String at, String took, String waited, String outcome) {

    static Row of(AttemptRecord record) {
      long length = record.lengthNanos();
      String wait = record.retried() ? "wait " + RoughDuration.of(record.waitNanos()) : "";
      return new Row(
          record.number(),
          RoughDuration.of(record.startedAfterNanos()),
          length == 0 ? NOT_MEASURED : RoughDuration.of(length),
          record.hinted() ? wait + " (server)" : wait,
          record.outcome());
    }

    String label() {
      return "#" + number;
    }
  }
}
