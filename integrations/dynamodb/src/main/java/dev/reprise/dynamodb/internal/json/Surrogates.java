package dev.reprise.dynamodb.internal.json;

/** Unpaired surrogates in JSON, which an escape can represent and UTF-8 cannot. */
final class Surrogates {

  private Surrogates() {}

  /** Returns the same JSON with unpaired surrogates as escapes. */
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
