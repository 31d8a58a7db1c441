package dev.reprise.servlet.internal.scope;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** The normal form of a path: RFC 3986, sections 6.2.2 and 5.2.4. */
public final class PathNormalizer {

  private static final String UNRESERVED_MARKS = "-._~";

  private PathNormalizer() {}

  /** The path without dot segments and without needless percent-encoding. */
  public static String normalized(String path) {
    String[] segments = decoded(path).split("/", -1);
    Deque<String> kept = new ArrayDeque<>();
    for (int at = 1; at < segments.length; at++) {
      String segment = segments[at];
      boolean last = at == segments.length - 1;
      if (segment.equals("..")) {
        kept.pollLast();
      }
      if (!segment.equals(".") && !segment.equals("..")) {
        kept.addLast(segment);
      } else if (last) {
        kept.addLast("");
      }
    }
    return "/" + String.join("/", kept);
  }

  /** The path with its dot segments, and without needless percent-encoding. */
  public static String decoded(String path) {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < path.length(); at++) {
      int octet = path.charAt(at) == '%' ? octet(path, at + 1) : -1;
      if (octet < 0) {
        text.append(path.charAt(at));
      } else {
        if (isUnreserved(octet)) {
          text.append((char) octet);
        } else {
          text.append('%').append(path.substring(at + 1, at + 3).toUpperCase(Locale.ROOT));
        }
        at += 2;
      }
    }
    return text.toString();
  }

  /** The value of two hexadecimal digits; negative if they are not hexadecimal digits. */
  private static int octet(String path, int from) {
    if (from + 2 > path.length()) {
      return -1;
    }
    int high = Character.digit(path.charAt(from), 16);
    int low = Character.digit(path.charAt(from + 1), 16);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
  }

  private static boolean isUnreserved(int octet) {
    return (octet >= '0' && octet <= '9')
        || (octet >= 'A' && octet <= 'Z')
        || (octet >= 'a' && octet <= 'z')
        || UNRESERVED_MARKS.indexOf(octet) >= 0;
  }
}
