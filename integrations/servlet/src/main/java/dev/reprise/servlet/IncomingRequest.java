package dev.reprise.servlet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a filter knows of a request before its body is read, whatever the server. Valid until the
 * request is answered, and for its thread.
 */
public interface IncomingRequest {

  /**
   * The method.
   *
   * @return such as {@code POST}
   */
  String method();

  /**
   * The host and port that the request was sent to, as the server understands it: where a proxy in
   * front names another one, only if the server is set to believe it.
   *
   * @return in lower case, such as {@code shop.example:8443}; without the port if that is the
   *     scheme's own; empty if the request names none
   */
  String host();

  /**
   * The path as it was sent, percent-encoded.
   *
   * @return such as {@code /payments}; with the context path
   */
  String path();

  /**
   * The query as it was sent.
   *
   * @return what followed the question mark; null if there was none
   */
  @Nullable String query();

  /**
   * The values of a header field.
   *
   * @param name in any case
   * @return one for each line of the field, in their order; empty if it is absent
   */
  List<String> header(String name);

  /**
   * Who asks, as the server has authenticated it: {@code getUserPrincipal()} of a servlet request,
   * {@code getPrincipal()} of an exchange.
   *
   * @return the principal's name; null if nobody was authenticated
   */
  @Nullable String principal();
}
