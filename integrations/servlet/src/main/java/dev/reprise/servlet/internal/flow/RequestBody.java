package dev.reprise.servlet.internal.flow;

import dev.reprise.idempotency.key.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The part of a request's body that is read for its fingerprint. */
final class RequestBody {

  static final RequestBody UNREAD = new RequestBody(new byte[0], null);

  private final byte[] bytes;
  private final @Nullable Map<String, String[]> parameters;

  /**
   * A body.
   *
   * @param bytes the whole body; empty if it was not read
   * @param parameters parameters of query and form, if an earlier filter has read the form, so that
   *     its bytes are not available; null otherwise
   */
  RequestBody(byte[] bytes, @Nullable Map<String, String[]> parameters) {
    this.bytes = bytes;
    this.parameters = parameters;
  }

  byte[] bytes() {
    return bytes;
  }

  /** A fingerprint of the query, if there is one, and of the bytes or else the parameters. */
  Fingerprint fingerprint(@Nullable String query) {
    Map<String, String[]> form = parameters;
    Fingerprint ofBody = form == null ? Fingerprint.of(bytes) : Fingerprint.ofParts(parts(form));
    return query == null ? ofBody : Fingerprint.ofParts(query, ofBody.digest());
  }

  /** Each name, the number of its values, and the values, so that different forms differ. */
  private static String[] parts(Map<String, String[]> form) {
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
