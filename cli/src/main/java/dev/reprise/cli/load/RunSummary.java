package dev.reprise.cli.load;

import dev.reprise.batch.report.BatchCounts;
import dev.reprise.cli.output.Durations;
import dev.reprise.text.CountText;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.Locale;

/**
 * The summary at the end of a run: the outcome of every line, and the number of calls.
 *
 * @param counts outcomes of the items
 * @param bad number of lines that are not items and count as dead
 * @param unsendable number of lines that are not items and were skipped
 * @param usage further numbers for the last line, such as {@code , write units 12}; may be empty
 */
public record RunSummary(BatchCounts counts, long bad, long unsendable, String usage) {

  private static final double PER_MILLE = 1_000;

  /**
   * Prints this summary.
   *
   * @param verb past participle for the items done, such as {@code written}
   */
  void print(PrintWriter out, String verb) {
    out.println(outcomes(verb));
    out.println(calls());
    out.flush();
  }

  /** The outcomes, which add up to the number of lines. */
  private String outcomes(String verb) {
    StringBuilder text = new StringBuilder();
    text.append(counts.done()).append(" of ").append(CountText.of(all(), "line"));
    text.append(" ").append(verb);
    text.append(" in ").append(Durations.format(counts.elapsed())).append("; ");
    if (counts.doneBefore() > 0) {
      text.append(counts.doneBefore()).append(" already done, ");
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

  private String calls() {
    return String.format(
        Locale.ROOT,
        "calls %d, throttled %d, items retried %d, waste %s %%%s",
        counts.calls(),
        counts.throttledCalls(),
        counts.itemsRetried(),
        tenths(Math.round(waste() * PER_MILLE)),
        usage);
  }

  /** Formats capacity units, which are multiples of one half. */
  public static String units(double units) {
    return tenths(Math.round(units * 2) * 5);
  }

  private long all() {
    return counts.input() + bad + unsendable;
  }

  private long dead() {
    return counts.dead() + bad;
  }

  /** Share of the sent items that were not done, from 0 to 1. */
  private double waste() {
    return counts.attempts() == 0
        ? 0
        : (double) (counts.attempts() - counts.done()) / counts.attempts();
  }

  /** Without trailing zeros: 1.5 and 2. */
  private static String tenths(long number) {
    return BigDecimal.valueOf(number, 1).stripTrailingZeros().toPlainString();
  }
}
