package dev.reprise.simulator.file;

import dev.reprise.text.PrintableText;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggestions for a misspelled name. */
public final class Names {

  private static final int LETTERS_A_MISTAKE = 3;

  /** The maximum length of a name that is compared; comparing a longer one would be slow. */
  private static final int LONGEST = 100;

  private Names() {}

  /**
   * Returns the known name that was probably meant.
   *
   * @param given the name that was written
   * @param known the valid names
   * @return a known name that starts with the given one, or differs from it in at most about a
   *     third of its letters; empty if there is none
   */
  public static Optional<String> nearest(String given, Collection<String> known) {
    if (given.length() > LONGEST) {
      return Optional.empty();
    }
    String word = given.toLowerCase(Locale.ROOT);
    Optional<String> begun =
        known.stream().filter(name -> word.length() > 1 && name.startsWith(word)).findFirst();
    return begun.or(
        () ->
            known.stream()
                .filter(name -> distance(word, name) <= 1 + name.length() / LETTERS_A_MISTAKE)
                .filter(name -> distance(word, name) < name.length())
                .min(Comparator.comparingInt(name -> distance(word, name))));
  }

  /**
   * Returns the error message for a name that does not exist.
   *
   * @param thing the kind of thing that it should name, such as {@code parameter}
   * @param given the name that was written
   * @param known the valid names
   * @return a sentence with the name that was probably meant and all valid names
   */
  public static String unknown(String thing, String given, Collection<String> known) {
    String meant =
        nearest(given, known).map(name -> "; did you mean " + name + "? There").orElse("; there");
    return "there is no "
        + thing
        + " "
        + PrintableText.oneLine(given)
        + meant
        + " are "
        + String.join(", ", known);
  }

  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
