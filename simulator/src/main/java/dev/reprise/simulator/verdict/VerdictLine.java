package dev.reprise.simulator.verdict;

/**
 * A statement of a verdict, or a line of a table in it.
 *
 * @param label the text in front of it, such as the name of a contender; may be empty
 * @param text one or more sentences, or the line of a table, in ASCII
 * @param isTable whether it is the line of a table, in which spaces align columns
 */
public record VerdictLine(String label, String text, boolean isTable) {

  static VerdictLine of(String label, String text) {
    return new VerdictLine(label, text, false);
  }

  static VerdictLine line(String text) {
    return new VerdictLine("", text, true);
  }
}
