package dev.reprise.dynamodb.items;

/** Halves of surrogate pairs in JSON, which UTF-8 cannot say and an escape can. */
final class Surrogates {

  private Surrogates() {}

  /** The same JSON, in which each half of a pair that stands alone is an escape. */
  static String escaped(String json) {
    int first = loneFrom(json, 0);
    if (first < 0) {
      return json;
    }
    StringBuilder escaped = new StringBuilder(json.length() + 16);
    int from = 0;
    for (int lone = first; lone >= 0; lone = loneFrom(json, from)) {
      escaped.append(json, from, lone).append(String.format("\\u%04X", (int) json.charAt(lone)));
      from = lone + 1;
    }
    return escaped.append(json, from, json.length()).toString();
  }

  private static int loneFrom(String json, int from) {
    int at = from;
    while (at < json.length()) {
      char c = json.charAt(at);
      if (!Character.isSurrogate(c)) {
        at++;
      } else if (Character.isHighSurrogate(c)
          && at + 1 < json.length()
          && Character.isLowSurrogate(json.charAt(at + 1))) {
        at += 2;
      } else {
        return at;
      }
    }
    return -1;
  }
}
