package dev.reprise.simulator.form;

import dev.reprise.time.TimeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Converts the text form of the searched backoffs to Java; any other backoff becomes a call that
 * parses its text.
 */
final class BackoffJava {

  private static final int LONGEST = 60;
  private static final String PROPORTIONAL = "proportional(";
  private static final Map<String, List<String>> IN_LATENCIES =
      Map.of("elapsed", List.of("0.7", "1.5", "50"), "contention", List.of("1.33", "2", "65"));
  private static final List<String> IN_TIME = List.of("exponential", "fixed", "decorrelated");

  private final String kind;
  private final List<String> arguments;
  private final List<String> settings = new ArrayList<>();

  private BackoffJava(String kind) {
    this.kind = kind;
    arguments = new ArrayList<>(IN_LATENCIES.getOrDefault(kind, List.of()));
  }

  static String of(String text) {
    if (text.equals("none")) {
      return "Backoff.none()";
    }
    int open = text.indexOf('(');
    String kind = open < 0 ? text : text.substring(0, open);
    boolean isWhole = open < 0 || text.endsWith(")");
    if (!isWhole || !(isInLatencies(kind) || IN_TIME.contains(kind))) {
      return "Backoff.parse(\"" + text + "\")";
    }
    BackoffJava java = new BackoffJava(kind);
    String inside = open < 0 ? "" : text.substring(open + 1, text.length() - 1);
    for (String part : inside.isEmpty() ? new String[0] : inside.split(", ", -1)) {
      java.read(part);
    }
    return java.code();
  }

  /** Returns the code, on lines of their own within the call that takes it if it is long. */
  private String code() {
    String created = "Backoff." + kind + "(" + String.join(", ", arguments) + ")";
    String line = created + String.join("", settings);
    String next = "\n                ";
    return line.length() <= LONGEST
        ? line
        : "\n            " + created + next + String.join(next, settings);
  }

  private static boolean isInLatencies(String kind) {
    return IN_LATENCIES.containsKey(kind);
  }

  private void read(String part) {
    int equal = part.indexOf('=');
    String value = part.substring(equal + 1);
    switch (equal < 0 ? "" : part.substring(0, equal)) {
      case "" -> argument(part);
      case "cap" -> cap(time(value));
      case "floor" -> settings.add(".withFloor(" + time(value) + ")");
      case "jitter" -> settings.add(".jitter(" + jitter(value) + ")");
      case "min" -> arguments.set(1, value.replace("L", ""));
      default -> arguments.set(2, value.replace("L", ""));
    }
  }

  private void argument(String part) {
    if (!part.startsWith("x")) {
      arguments.add(time(part));
    } else if (isInLatencies(kind)) {
      arguments.set(0, part.substring(1));
    } else {
      arguments.add(part.substring(1));
    }
  }

  private void cap(String time) {
    if (kind.equals("decorrelated")) {
      arguments.add(time);
    } else {
      settings.add(".cappedAt(" + time + ")");
    }
  }

  private static String jitter(String text) {
    return text.startsWith(PROPORTIONAL) ? "Jitter." + text : "Jitter." + text + "()";
  }

  private static String time(String text) {
    return JavaForm.duration(TimeText.parse(text));
  }
}
