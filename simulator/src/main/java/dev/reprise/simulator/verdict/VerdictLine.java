package dev.reprise.simulator.verdict;

/**
 * One statement of a verdict, or one line of a table in it.
 *
 * @param label the text in front of it, such as the name of the contender that it is about; may be
 *     empty
 * @param text one or more sentences, or the line of a table, in ASCII
 * @param isTable whether it is the line of a table, in which blanks align columns
 */
public record VerdictLine(String label, String text, boolean isTable) {

  static VerdictLine of(String label, String text) {
    return new VerdictLine(label, text, false);
  }

  static VerdictLine line(String text) {
    return new VerdictLine("", text, true);
  }
}
