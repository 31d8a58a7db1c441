package dev.reprise.spring.policies;

import java.util.ArrayList;
import java.util.List;

/** Splits the text form of a policy into its settings. */
final class TextParts {

  private TextParts() {}

  /** The parts between blanks that are outside of parentheses. */
  static List<String> of(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      depth += next == '(' ? 1 : next == ')' ? -1 : 0;
      if (depth <= 0 && Character.isWhitespace(next)) {
        add(part, parts);
      } else {
        part.append(next);
      }
    }
    add(part, parts);
    return parts;
  }

  private static void add(StringBuilder part, List<String> parts) {
    if (!part.isEmpty()) {
      parts.add(part.toString());
      part.setLength(0);
    }
  }
}
