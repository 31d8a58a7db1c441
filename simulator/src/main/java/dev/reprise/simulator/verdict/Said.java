package dev.reprise.simulator.verdict;

import dev.reprise.simulator.output.Wrap;
import java.util.List;

/**
 * Something that is said.
 *
 * @param label stands before it, such as who it is about; may be empty
 * @param text a sentence or more, or the line of a table
 * @param isTable whether blanks in it matter
 */
record Said(String label, String text, boolean isTable) {

  static Said of(String label, String text) {
    return new Said(label, text, false);
  }

  static Said line(String text) {
    return new Said("", text, true);
  }

  List<String> lines() {
    return isTable ? List.of(text) : Wrap.lines(label, text);
  }
}
