package dev.reprise.report;

import dev.reprise.decision.StopReason;
import dev.reprise.decision.WaitSource;
import dev.reprise.internal.text.RoughDuration;
import dev.reprise.text.PrintableText;
import java.util.List;
import java.util.function.Function;

/**
 * Prints a report for a log: a summary line, a table of the attempts, and the reason for the end.
 */
final class ReportText {

  /** More than the length of {@link PrintableText#MAX_LENGTH} characters that are all escaped. */
  static final int MAX_TEXT_LENGTH = 2_200;

  private static final String NOT_MEASURED = "-";

  private final List<Row> rows;

  private ReportText(RetryReport report) {
    rows = report.records().stream().map(Row::of).toList();
  }

  static String of(RetryReport report) {
    StringBuilder text = new StringBuilder(240);
    appendHeadline(text, report);
    new ReportText(report).appendRows(text, report.attempts());
    if (!report.explanation().isEmpty()) {
      text.append("\n  stopped: ").append(printable(report.explanation()));
    }
    return text.toString();
  }

  /** Makes text printable: reports may come from foreign drivers or serialised streams. */
  static String printable(String text) {
    return PrintableText.oneLine(text, MAX_TEXT_LENGTH);
  }

  private static void appendHeadline(StringBuilder text, RetryReport report) {
    boolean succeeded = report.stopReason() == StopReason.SUCCEEDED;
    text.append(printable(report.retry()))
        .append(succeeded ? ": succeeded after " : ": gave up after ")
        .append(report.attempts())
        .append(report.attempts() == 1 ? " attempt in " : " attempts in ")
        .append(RoughDuration.of(report.elapsed().toNanos()));
    if (!succeeded) {
      text.append(": ").append(report.stopReason());
    }
  }

  private void appendRows(StringBuilder text, int attempts) {
    int number = widest(Row::label);
    int at = widest(Row::at);
    int took = widest(Row::took);
    int next = widest(Row::next);
    int previous = 0;
    for (Row row : rows) {
      appendGap(text, row.number - previous - 1);
      previous = row.number;
      text.append("\n  ");
      appendPadded(text, row.label(), number);
      appendPadded(text.append("at "), row.at, at);
      appendPadded(text.append("took "), row.took, took);
      if (next > 0) {
        appendPadded(text, row.next, next);
      }
      text.append(row.outcome);
    }
    appendGap(text, rows.isEmpty() ? 0 : attempts - previous);
  }

  private static void appendGap(StringBuilder text, int attempts) {
    if (attempts > 0) {
      text.append("\n  ... ").append(attempts).append(" more ...");
    }
  }

  private int widest(Function<Row, String> column) {
    return rows.stream().mapToInt(row -> column.apply(row).length()).max().orElse(0);
  }

  private static void appendPadded(StringBuilder text, String cell, int width) {
    text.append(cell).append(" ".repeat(width - cell.length() + 2));
  }

  private record Row(int number, String at, String took, String next, String outcome) {

    static Row of(AttemptRecord record) {
      long length = record.durationNanos();
      return new Row(
          record.number(),
          RoughDuration.of(record.startedAfterNanos()),
          length == 0 ? NOT_MEASURED : RoughDuration.of(length),
          nextOf(record),
          printable(record.outcome()));
    }

    private static String nextOf(AttemptRecord record) {
      AttemptRecord.Wait wait = record.waited();
      if (wait != null) {
        return "wait " + RoughDuration.of(wait.nanos()) + " (" + askedFor(wait) + ")";
      }
      boolean open = record.deferred() && record.ending() != AttemptRecord.Ending.CANCELLED;
      return open ? "deferred" : "";
    }

    private static String askedFor(AttemptRecord.Wait wait) {
      if (!wait.hasRange()) {
        return wait.source().toString();
      }
      return wait.source() == WaitSource.SERVER
          ? wait.source() + " " + RoughDuration.of(wait.minNanos()) + " + jitter"
          : wait.source() + " " + RoughDuration.range(wait.minNanos(), wait.maxNanos());
    }

    String label() {
      return "#" + number;
    }
  }
}
