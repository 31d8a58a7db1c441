package dev.reprise.simulator.output;

import java.util.ArrayList;
import java.util.List;

/** Breaks text into lines at spaces. */
public final class Wrap {

  static final int WIDTH = 80;

  private Wrap() {}

  /**
   * Breaks a text into lines of at most 80 columns.
   *
   * @param label the text before the first line; further lines are indented by its width
   * @param text the text
   * @return the lines
   */
  public static List<String> lines(String label, String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(label);
    int indent = label.length();
    for (String word : text.split("\\s+", -1)) {
      if (line.length() > indent && line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line = new StringBuilder(" ".repeat(indent));
      }
      line.append(line.length() > indent ? " " : "").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
