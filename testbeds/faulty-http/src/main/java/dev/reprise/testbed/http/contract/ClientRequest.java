package dev.reprise.testbed.http.contract;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that the client under test sends.
 *
 * @param method GET or POST
 * @param uri where to
 * @param body the text; null for none, as with every GET
 * @param onlyOnce whether the body must be one that the client can send only once, such as a stream
 * @param headers fields to add
 */
public record ClientRequest(
    String method, URI uri, @Nullable String body, boolean onlyOnce, Map<String, String> headers) {

  /**
   * A GET.
   *
   * @param uri where to
   * @return without fields of its own
   */
  public static ClientRequest get(URI uri) {
    return new ClientRequest("GET", uri, null, false, Map.of());
  }

  /**
   * A POST whose body can be sent again.
   *
   * @param uri where to
   * @param body the text
   * @return without fields of its own
   */
  public static ClientRequest post(URI uri, String body) {
    return new ClientRequest("POST", uri, body, false, Map.of());
  }

  /**
   * The same request with a body that can be sent only once.
   *
   * @return a copy
   */
  public ClientRequest once() {
    return new ClientRequest(method, uri, body, true, headers);
  }

  /**
   * The same request with an idempotency key of the caller.
   *
   * @param key as it stands in the field, quotes included
   * @return a copy
   */
  public ClientRequest withKey(String key) {
    return new ClientRequest(method, uri, body, onlyOnce, Map.of("Idempotency-Key", key));
  }
}
