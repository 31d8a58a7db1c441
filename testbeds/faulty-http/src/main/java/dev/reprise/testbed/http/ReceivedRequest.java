package dev.reprise.testbed.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request as the server saw it.
 *
 * @param method such as GET
 * @param target the path and the query, as sent
 * @param headers names in lower case, each with its values in order; no pseudo-header
 * @param body the body as text in UTF-8, empty while it has not been read
 * @param connection the number of the connection: 1 is the first that the server accepted
 * @param stream the HTTP/2 stream, or 0 on HTTP/1.1
 * @param protocol what carried it
 */
public record ReceivedRequest(
    String method,
    String target,
    Map<String, List<String>> headers,
    String body,
    int connection,
    int stream,
    Protocol protocol) {

  /**
   * Copies the headers.
   *
   * @param method such as GET
   * @param target the path and the query, as sent
   * @param headers names in lower case, each with its values in order
   * @param body the body as text
   * @param connection the number of the connection
   * @param stream the HTTP/2 stream, or 0
   * @param protocol what carried it
   */
  public ReceivedRequest {
    headers = Map.copyOf(headers);
  }

  /**
   * The target without its query.
   *
   * @return the path, such as {@code /orders/1}
   */
  public String path() {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  /**
   * The first value of a header.
   *
   * @param name in any case
   * @return the value, or empty when the request has no such header
   */
  public Optional<String> header(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()).stream().findFirst();
  }

  ReceivedRequest withBody(String text) {
    return new ReceivedRequest(method, target, headers, text, connection, stream, protocol);
  }
}
