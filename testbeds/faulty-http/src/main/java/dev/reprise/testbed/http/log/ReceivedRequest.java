package dev.reprise.testbed.http.log;

import dev.reprise.testbed.http.protocol.Protocol;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request as the server received it. Immutable, except for the position of {@link #content}.
 *
 * @param method such as GET
 * @param target the path and the query, unchanged
 * @param headers names in lower case, each with its values in order; without pseudo-headers
 * @param content the body, read-only; empty if it has not been read. All callers share its
 *     position: read a {@linkplain ByteBuffer#duplicate() duplicate}
 * @param connection the number of the connection; 1 is the first that the server accepted
 * @param stream the HTTP/2 stream, or 0 on HTTP/1.1
 * @param protocol the HTTP version
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
   * @param target the path and the query, unchanged
   * @param headers names in lower case, each with its values in order
   * @param content the body
   * @param connection the number of the connection, at least 1
   * @param stream the HTTP/2 stream, or 0 on HTTP/1.1
   * @param protocol the HTTP version
   */
  public ReceivedRequest {
    headers = Map.copyOf(headers);
    content = content.asReadOnlyBuffer();
  }

  /**
   * Returns the body as text.
   *
   * @return the body decoded from UTF-8; empty if it has not been read
   */
  public String body() {
    return StandardCharsets.UTF_8.decode(content.duplicate()).toString();
  }

  /**
   * Returns the target without its query.
   *
   * @return the path, such as {@code /orders/1}
   */
  public String path() {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  /**
   * Returns the first value of a header.
   *
   * @param name the name, in upper or lower case
   * @return the value, or empty if the request has no such header
   */
  public Optional<String> header(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()).stream().findFirst();
  }
}
