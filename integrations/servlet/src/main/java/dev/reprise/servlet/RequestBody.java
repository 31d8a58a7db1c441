package dev.reprise.servlet;

import dev.reprise.idempotency.key.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What was read of a request for its fingerprint. */
final class RequestBody {

  static final RequestBody UNREAD = new RequestBody(new byte[0], null);

  private final byte[] bytes;
  private final @Nullable Map<String, String[]> parameters;

  /**
   * A body.
   *
   * @param bytes all of it; empty if it was not read
   * @param parameters those of query and form, if an earlier filter has read the form, whose bytes
   *     are gone; else null
   */
  RequestBody(byte[] bytes, @Nullable Map<String, String[]> parameters) {
    this.bytes = bytes;
    this.parameters = parameters;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Of the query, if there is one, and the body byte for byte, or the parameters in its place. */
  Fingerprint fingerprint(@Nullable String query) {
    Map<String, String[]> form = parameters;
    Fingerprint ofBody = form == null ? Fingerprint.of(bytes) : Fingerprint.ofParts(flat(form));
    return query == null ? ofBody : Fingerprint.ofParts(query, ofBody.digest());
  }

  /** Each name with the number of its values before them, so that no two forms are alike. */
  private static String[] flat(Map<String, String[]> form) {
    List<String> parts = new ArrayList<>();
    parts.add("form");
    new TreeMap<>(form)
        .forEach(
            (name, values) -> {
              parts.add(name);
              parts.add(Integer.toString(values.length));
              parts.addAll(List.of(values));
            });
    return parts.toArray(String[]::new);
  }
}
