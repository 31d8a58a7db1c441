package dev.reprise.servlet;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which header fields of an answer are recorded. */
record KeptHeaders(Set<String> never) {

  private static final List<String> HOP_BY_HOP =
      List.of(
          "Connection",
          "Keep-Alive",
          "Proxy-Connection",
          "TE",
          "Trailer",
          "Transfer-Encoding",
          "Upgrade");
  private static final List<String> CREDENTIALS =
      List.of(
          "Set-Cookie",
          "Set-Cookie2",
          "Authorization",
          "Proxy-Authorization",
          "WWW-Authenticate",
          "Proxy-Authenticate",
          "Authentication-Info",
          "Proxy-Authentication-Info");
  private static final List<String> OF_THE_MOMENT = List.of("Content-Length", "Date", "Age");

  static final KeptHeaders STANDARD =
      new KeptHeaders(Set.of()).but(HOP_BY_HOP).but(CREDENTIALS).but(OF_THE_MOMENT);

  KeptHeaders but(Collection<String> names) {
    Set<String> more = new TreeSet<>(never);
    names.forEach(name -> more.add(name.toLowerCase(Locale.ROOT)));
    return new KeptHeaders(Set.copyOf(more));
  }

  /** What is left of an answer's fields. */
  HttpAnswer of(HttpAnswer answer) {
    Set<String> ofTheConnection = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (String value : answer.header("Connection")) {
      Arrays.stream(value.split(",")).map(String::strip).forEach(ofTheConnection::add);
    }
    Map<String, List<String>> kept = HttpAnswer.fields();
    answer
        .headers()
        .forEach(
            (name, values) -> {
              if (!never.contains(name.toLowerCase(Locale.ROOT))
                  && !ofTheConnection.contains(name)) {
                kept.put(name, values);
              }
            });
    return answer.withHeaders(kept);
  }

  /**
   * The fields that were not there, or were others, before the handler ran; without values those
   * that it removed.
   */
  static Map<String, List<String>> added(
      Map<String, List<String>> before, Map<String, List<String>> after) {
    Map<String, List<String>> added = HttpAnswer.fields();
    after.forEach(
        (name, values) -> {
          if (!values.equals(before.get(name))) {
            added.put(name, values);
          }
        });
    before.keySet().stream()
        .filter(name -> !after.containsKey(name))
        .forEach(name -> added.put(name, List.of()));
    return added;
  }
}
