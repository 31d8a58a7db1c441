package dev.reprise.internal.text;

import java.util.Objects;

/** The name of a part of a policy that is code; the part prints as {@code custom(name)}. */
public final class PartName {

  private PartName() {}

  /**
   * Checks a name.
   *
   * @param part noun for the part, for the message, such as {@code condition}
   * @param name the name
   * @return the name
   * @throws IllegalArgumentException if it does not begin with a letter, or has other characters
   *     than letters, digits, '_', '.', '$' and '-', all of them ASCII
   */
  public static String checked(String part, String name) {
    Objects.requireNonNull(name, "name");
    if (!name.matches("[A-Za-z][A-Za-z0-9_.$-]*")) {
      throw new IllegalArgumentException(
          "name of a "
              + part
              + " must be letters, digits, '_', '.', '$' or '-', but was \""
              + Suggestion.shown(name)
              + "\"");
    }
    return name;
  }
}
