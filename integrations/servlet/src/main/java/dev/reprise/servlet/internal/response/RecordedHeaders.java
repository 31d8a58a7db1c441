package dev.reprise.servlet.internal.response;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Selection of the header fields of a response that are recorded.
 *
 * @param excluded names in lower case of the fields that are not recorded
 */
public record RecordedHeaders(Set<String> excluded) {

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
  private static final List<String> PER_MESSAGE = List.of("Content-Length", "Date", "Age");

  /** Excludes hop-by-hop fields, credentials, and fields that differ for each message. */
  public static final RecordedHeaders STANDARD =
      new RecordedHeaders(Set.of())
          .excluding(HOP_BY_HOP)
          .excluding(CREDENTIALS)
          .excluding(PER_MESSAGE);

  /** A copy that excludes these fields as well. */
  public RecordedHeaders excluding(Collection<String> names) {
    Set<String> more = new TreeSet<>(excluded);
    names.forEach(name -> more.add(name.toLowerCase(Locale.ROOT)));
    return new RecordedHeaders(Set.copyOf(more));
  }

  /** The response with only the fields that are recorded. */
  public ResponseContent of(ResponseContent response) {
    Set<String> connectionFields = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (String value : response.header("Connection")) {
      Arrays.stream(value.split(",")).map(String::strip).forEach(connectionFields::add);
    }
    Map<String, List<String>> kept = ResponseContent.newFields();
    response
        .headers()
        .forEach(
            (name, values) -> {
              if (!excluded.contains(name.toLowerCase(Locale.ROOT))
                  && !connectionFields.contains(name)) {
                kept.put(name, values);
              }
            });
    return response.withHeaders(kept);
  }

  /**
   * The fields that a handler added or changed. Those that it removed are present without values.
   */
  public static Map<String, List<String>> added(
      Map<String, List<String>> before, Map<String, List<String>> after) {
    Map<String, List<String>> added = ResponseContent.newFields();
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
