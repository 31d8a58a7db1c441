package dev.reprise.servlet;

import dev.reprise.servlet.internal.flow.HandlerLease;
import dev.reprise.servlet.internal.flow.RequestFlow;
import dev.reprise.servlet.internal.flow.ServerExchange;
import dev.reprise.servlet.internal.jakarta.MalformedFormException;
import dev.reprise.servlet.internal.jakarta.ServletExchange;
import dev.reprise.servlet.internal.jakarta.ServletResponses;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Applies {@link IdempotentRequests} in a servlet container (Jakarta Servlet 6).
 *
 * <pre>{@code
 * FilterRegistration.Dynamic filter =
 *     servletContext.addFilter("idempotency", new IdempotencyFilter(IdempotentRequests.of(store)));
 * filter.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/payments/*");
 * }</pre>
 *
 * <p><b>Order.</b> Register this filter after authentication and after filters that decompress
 * bodies, but before filters that belong to the work or read the body. A request whose body was
 * read before fails with an {@link IllegalStateException} and does not reach the servlet. A form is
 * an exception: its fingerprint is computed from its parameters. Some cases cannot be detected: a
 * body without a length of which a part was read, and an HTTP/2 body without length and type that
 * was read. An empty body in chunks counts as read.
 *
 * <p>The filter acts only on dispatches of type {@code REQUEST}; forwards, includes and error pages
 * run inside such a dispatch or are passed on. If a chain contains two of these filters, the first
 * one that guards a request counts.
 *
 * <ul>
 *   <li>A response is held in memory until it is recorded, so {@code flushBuffer} sends nothing. A
 *       response of {@code sendError} is recorded as status and message: the container generates
 *       the page again for each duplicate.
 *   <li>The body of the request has been read before the servlet runs. The servlet can read the
 *       body and the parameters of a form as usual; a malformed form gets status 400. {@code
 *       getPart} and {@code getParts} throw, unless {@linkplain
 *       IdempotentRequests#fingerprintWithoutBody the fingerprint does not use the body}.
 *   <li>Work that continues after the servlet has returned cannot be recorded: {@code startAsync}
 *       of a guarded request throws an {@link IllegalStateException}. Requests that are not guarded
 *       may be asynchronous if the filter is registered with asynchronous support.
 * </ul>
 *
 * <p>Immutable, and safe for use by any thread.
 */
public final class IdempotencyFilter implements Filter {

  private final RequestFlow<RecordedResponse> flow;

  /**
   * A filter.
   *
   * @param requests the settings; never null
   */
  public IdempotencyFilter(IdempotentRequests requests) {
    flow = Objects.requireNonNull(requests, "requests").flow();
  }

  /**
   * The guarded request of a servlet.
   *
   * @param request the request that the servlet received, or a wrapper of it; never null
   * @return the guarded request; null if the request is not guarded, such as one without a key
   */
  public static @Nullable GuardedRequest guarded(ServletRequest request) {
    return request.getAttribute(ServerExchange.LEASE) instanceof HandlerLease<?> lease
        ? new GuardedRequest(lease)
        : null;
  }

  /**
   * Sends a response, such as one that the servlet has recorded.
   *
   * @param response the response object that the servlet received; never null
   * @param content the status, header fields and body to send; never null
   * @throws IOException if the connection to the client fails
   * @throws IllegalStateException if the response is committed
   */
  public static void send(HttpServletResponse response, RecordedResponse content)
      throws IOException {
    ServletResponses.send(response, content.content());
  }

  /**
   * Processes a request with a key once.
   *
   * @param request a request; passed on if it is not HTTP
   * @param response its response
   * @param chain the filters after this one, and the servlet
   * @throws IOException if the servlet throws it, or the connection to the client fails
   * @throws ServletException if the servlet throws it
   */
  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request instanceof HttpServletRequest httpRequest
        && response instanceof HttpServletResponse httpResponse
        && request.getDispatcherType() == DispatcherType.REQUEST) {
      handle(new ServletExchange(httpRequest, httpResponse, chain));
    } else {
      chain.doFilter(request, response);
    }
  }

  private void handle(ServletExchange exchange) throws IOException, ServletException {
    try {
      flow.handle(exchange);
    } catch (IOException | ServletException | RuntimeException failure) {
      if (!MalformedFormException.isCauseOf(failure) || exchange.response().isCommitted()) {
        throw failure;
      }
      exchange.response().sendError(HttpServletResponse.SC_BAD_REQUEST, "malformed form");
    } catch (Exception undeclared) {
      throw new ServletException(undeclared);
    }
  }
}
