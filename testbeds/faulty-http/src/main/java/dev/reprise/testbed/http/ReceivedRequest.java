package dev.reprise.testbed.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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
 * @param content the body as it was sent, read-only, empty while it has not been read
 * @param connection the number of the connection: 1 is the first that the server accepted
 * @param stream the HTTP/2 stream, or 0 on HTTP/1.1
 * @param protocol what carried it
 */
public record ReceivedRequest(
    String method,
    String target,
    Map<String, List<String>> headers,
    ByteBuffer content,
    int connection,
    int stream,
    Protocol protocol) {

  /**
   * Copies the headers.
   *
   * @param method such as GET
   * @param target the path and the query, as sent
   * @param headers names in lower case, each with its values in order
   * @param content the body
   * @param connection the number of the connection
   * @param stream the HTTP/2 stream, or 0
   * @param protocol what carried it
   */
  public ReceivedRequest {
    headers = Map.copyOf(headers);
    content = content.asReadOnlyBuffer();
  }

  /**
   * The body as text.
   *
   * @return decoded from UTF-8, empty while it has not been read
   */
  public String body() {
    return StandardCharsets.UTF_8.decode(content.duplicate()).toString();
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

  ReceivedRequest withContent(byte[] bytes) {
    return new ReceivedRequest(
        method, target, headers, ByteBuffer.wrap(bytes), connection, stream, protocol);
  }
}
