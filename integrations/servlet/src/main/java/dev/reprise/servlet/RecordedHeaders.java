package dev.reprise.servlet;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which header fields of a response are recorded. */
record RecordedHeaders(Set<String> never) {

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

  static final RecordedHeaders STANDARD =
      new RecordedHeaders(Set.of()).but(HOP_BY_HOP).but(CREDENTIALS).but(OF_THE_MOMENT);

  RecordedHeaders but(Collection<String> names) {
    Set<String> more = new TreeSet<>(never);
    names.forEach(name -> more.add(name.toLowerCase(Locale.ROOT)));
    return new RecordedHeaders(Set.copyOf(more));
  }

  /** What is left of a response's fields. */
  RecordedResponse of(RecordedResponse answer) {
    Set<String> ofTheConnection = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (String value : answer.header("Connection")) {
      Arrays.stream(value.split(",")).map(String::strip).forEach(ofTheConnection::add);
    }
    Map<String, List<String>> kept = RecordedResponse.fields();
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
    Map<String, List<String>> added = RecordedResponse.fields();
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
