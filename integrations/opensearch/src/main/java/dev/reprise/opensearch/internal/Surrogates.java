package dev.reprise.opensearch.internal;

import java.util.Locale;

/** Halves of surrogate pairs, as a text has that was cut inside of a character. */
public final class Surrogates {

  private Surrogates() {}

  public static boolean isUnpairedIn(String text) {
    return indexOfUnpaired(text, 0) >= 0;
  }

  private static int indexOfUnpaired(String text, int from) {
    for (int at = from; at < text.length(); at++) {
      if (Character.isSurrogate(text.charAt(at))) {
        if (!Character.isSupplementaryCodePoint(text.codePointAt(at))) {
          return at;
        }
        at++;
      }
    }
    return -1;
  }

  /** Returns a JSON text with escapes in place of unpaired surrogates, which occur in strings. */
  public static String escaped(String json) {
    int next = indexOfUnpaired(json, 0);
    if (next < 0) {
      return json;
    }
    StringBuilder escaped = new StringBuilder(json.length() + 16);
    int from = 0;
    while (next >= 0) {
      escaped.append(json, from, next);
      escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) json.charAt(next)));
      from = next + 1;
      next = indexOfUnpaired(json, from);
    }
    return escaped.append(json, from, json.length()).toString();
  }
}
