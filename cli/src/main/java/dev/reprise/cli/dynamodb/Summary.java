package dev.reprise.cli.dynamodb;

import dev.reprise.batch.report.BatchCounts;
import dev.reprise.cli.Times;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * The last lines of a run: what became of every line, and what it took.
 *
 * @param counts what became of the items
 * @param bad lines that were no items, and count as dead
 * @param unsendable lines that were no items, and were passed over
 * @param units capacity units that the table says it took, and of which kind
 */
record Summary(BatchCounts counts, long bad, long unsendable, double units, String unit) {

  private static final double PER_MILLE = 1_000;

  /**
   * Prints this summary.
   *
   * @param verb what happened to those that are done, such as {@code written}
   */
  void print(PrintWriter out, String verb) {
    out.println(outcomes(verb));
    out.println(efforts());
    out.flush();
  }

  /** They add up to all. */
  private String outcomes(String verb) {
    StringBuilder text = new StringBuilder();
    text.append(counts.done()).append(" of ").append(all()).append(" lines ").append(verb);
    text.append(" in ").append(Times.format(counts.elapsed())).append("; ");
    if (counts.doneBefore() > 0) {
      text.append(counts.doneBefore()).append(" done before, ");
    }
    text.append(dead()).append(" dead");
    if (counts.superseded() > 0) {
      text.append(", ").append(counts.superseded()).append(" superseded");
    }
    text.append(", ").append(counts.notAttempted()).append(" not attempted");
    if (unsendable > 0) {
      text.append(", ").append(unsendable).append(" cannot be sent");
    }
    return text.toString();
  }

  private String efforts() {
    return String.format(
        Locale.ROOT,
        "calls %d, throttled %d, items retried %d, waste %s %%, %s %s",
        counts.calls(),
        counts.throttledCalls(),
        counts.itemsRetried(),
        Times.decimal(Math.round(waste() * PER_MILLE), 10),
        unit,
        units(units));
  }

  /** Units, which come in halves. */
  static String units(double units) {
    return Times.decimal(Math.round(units * 2) * 5, 10);
  }

  private long all() {
    return counts.input() + bad + unsendable;
  }

  private long dead() {
    return counts.dead() + bad;
  }

  /** Of what was sent, the share that was sent for nothing, from 0 to 1. */
  private double waste() {
    return counts.attempts() == 0
        ? 0
        : (double) (counts.attempts() - counts.done()) / counts.attempts();
  }
}
