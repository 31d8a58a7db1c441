package dev.reprise.servlet.request;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The head of a request, independent of the server. Valid until the response is sent, and only on
 * the thread of the request. Functions in {@link dev.reprise.servlet.IdempotentRequests} receive
 * it:
 *
 * <pre>{@code
 * IdempotentRequests tenants =
 *     requests.scope(request -> String.join(",", request.header("X-Tenant")));
 * }</pre>
 *
 * <p>No parameter is null.
 */
public interface IncomingRequest {

  /**
   * The method.
   *
   * @return a method such as {@code POST}
   */
  String method();

  /**
   * The host and port to which the request was sent, as the server reports it. A host that a proxy
   * forwards counts only if the server is configured to trust it.
   *
   * @return a host in lower case, such as {@code shop.example:8443}, without the default port of
   *     the scheme; empty if the request names no host
   */
  String host();

  /**
   * The path as it was sent, percent-encoded.
   *
   * @return a path such as {@code /payments}, with the context path
   */
  String path();

  /**
   * The query as it was sent.
   *
   * @return the text after the question mark; null if there is none
   */
  @Nullable String query();

  /**
   * The values of a header field.
   *
   * @param name name of the field, in any case
   * @return the lines of the field in their order; empty if it is absent
   */
  List<String> header(String name);

  /**
   * The name of the principal that the server has authenticated: {@code getUserPrincipal()} of a
   * servlet request, {@code getPrincipal()} of an exchange.
   *
   * @return the name; null if the request is not authenticated
   */
  @Nullable String principal();
}
