package dev.reprise.testbed.http.contract;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request for the client under test. Immutable.
 *
 * @param method GET or POST
 * @param uri the address
 * @param body the body; null for none, as with every GET
 * @param onlyOnce whether the body must be of a kind that the client can send only once, such as a
 *     stream
 * @param headers additional header fields
 */
public record ClientRequest(
    String method, URI uri, @Nullable String body, boolean onlyOnce, Map<String, String> headers) {

  /**
   * Creates a GET request.
   *
   * @param uri the address
   * @return a request without additional header fields
   */
  public static ClientRequest get(URI uri) {
    return new ClientRequest("GET", uri, null, false, Map.of());
  }

  /**
   * Creates a POST request whose body can be sent again.
   *
   * @param uri the address
   * @param body the body
   * @return a request without additional header fields
   */
  public static ClientRequest post(URI uri, String body) {
    return new ClientRequest("POST", uri, body, false, Map.of());
  }

  /**
   * Returns the same request with a body that can be sent only once.
   *
   * @return a copy
   */
  public ClientRequest once() {
    return new ClientRequest(method, uri, body, true, headers);
  }

  /**
   * Returns the same request with an idempotency key from the caller.
   *
   * @param key value of the header field, including quotes
   * @return a copy
   */
  public ClientRequest withKey(String key) {
    return new ClientRequest(method, uri, body, onlyOnce, Map.of("Idempotency-Key", key));
  }
}
