package dev.reprise.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that was probably meant by a misspelled one, for messages. */
public final class NearestName {

  /** Longer names are not compared, because this would take too long. */
  private static final int MAX_COMPARED_LENGTH = 64;

  private NearestName() {}

  /**
   * The known name that an unknown one resembles most.
   *
   * @param name the unknown name
   * @param known the names that are known
   * @return the nearest, the first of several; empty if more than a third of its letters differ, or
   *     if {@code name} has more than 64 characters
   */
  public static Optional<String> of(String name, Collection<String> known) {
    if (name.isEmpty() || name.length() > MAX_COMPARED_LENGTH) {
      return Optional.empty();
    }
    String wanted = bare(name);
    return known.stream()
        .filter(one -> 3 * distance(wanted, bare(one)) <= one.length())
        .min(Comparator.comparingInt(one -> distance(wanted, bare(one))));
  }

  /**
   * A name in a form that is equal for its different spellings.
   *
   * @param name any name
   * @return in lower case, without hyphens, underscores and blanks
   */
  public static String bare(String name) {
    StringBuilder letters = new StringBuilder(name.length());
    name.chars()
        .filter(c -> c != '-' && c != '_' && !Character.isWhitespace(c))
        .forEach(c -> letters.append((char) c));
    return letters.toString().toLowerCase(Locale.ROOT);
  }

  /** Levenshtein's distance: the number of letters to insert, remove or replace. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int column = 0; column < row.length; column++) {
      row[column] = column;
    }
    for (int line = 1; line <= from.length(); line++) {
      int diagonal = row[0];
      row[0] = line;
      for (int column = 1; column < row.length; column++) {
        boolean same = from.charAt(line - 1) == to.charAt(column - 1);
        int replaced = diagonal + (same ? 0 : 1);
        diagonal = row[column];
        row[column] = Math.min(replaced, 1 + Math.min(row[column - 1], row[column]));
      }
    }
    return row[to.length()];
  }
}
