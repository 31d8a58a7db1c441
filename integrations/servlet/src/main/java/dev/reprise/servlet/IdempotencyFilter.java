package dev.reprise.servlet;

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
 * <p>It stands after authentication, after filters that unpack bodies, and before those that belong
 * to the work or read the body: a request whose body was read before is not run but fails with an
 * {@link IllegalStateException}, except that a form is told from others by its parameters. (A body
 * read in part cannot be known to be incomplete if it came without a length, nor one read at all if
 * it came by HTTP/2 without length and type. An empty body in chunks counts as read.) The filter
 * acts on the dispatch of the request itself; forwards, includes and error pages run within it or
 * are passed on. Where two such filters stand in one chain, the first that guards a request is the
 * one that counts.
 *
 * <ul>
 *   <li>A response is kept in memory until it is recorded, so {@code flushBuffer} waits. What is
 *       sent by {@code sendError} is recorded by its status and message: the container makes the
 *       page anew for each duplicate.
 *   <li>The body of a request has been read when the servlet runs. Parameters of a form are there
 *       all the same, and a malformed one is answered with 400; {@code getPart} and {@code
 *       getParts} throw, unless the {@linkplain IdempotentRequests#fingerprintWithoutBody
 *       fingerprint does without the body}.
 *   <li>Work that goes on after the servlet has returned cannot be recorded: {@code startAsync} of
 *       a guarded request throws an {@link IllegalStateException}. Requests that are not guarded
 *       may be asynchronous, if the filter is registered so.
 * </ul>
 *
 * <p>Immutable, safe for use by any thread.
 */
public final class IdempotencyFilter implements Filter {

  private final RequestFlow flow;

  /**
   * A filter.
   *
   * @param requests what is done with requests; never null
   */
  public IdempotencyFilter(IdempotentRequests requests) {
    flow = Objects.requireNonNull(requests, "requests").flow();
  }

  /**
   * The right that a servlet runs with.
   *
   * @param request that the servlet was given, or one that wraps it; never null
   * @return the right; null if the request is not guarded, as one without a key
   */
  public static @Nullable GuardedRequest guarded(ServletRequest request) {
    return request.getAttribute(ServletExchange.GUARDED) instanceof GuardedRequest guarded
        ? guarded
        : null;
  }

  /**
   * Sends a response, such as one that the servlet has recorded.
   *
   * @param response that the servlet was given; never null
   * @param answer what to send; never null
   * @throws IOException if the client is gone
   * @throws IllegalStateException if the response is committed
   */
  public static void send(HttpServletResponse response, RecordedResponse answer)
      throws IOException {
    ServletExchange.send(response, answer);
  }

  /**
   * Does a request with a key once.
   *
   * @param request a request over HTTP; others are passed on
   * @param response its response
   * @param chain what comes after this filter
   * @throws IOException if the servlet throws it, or the client is gone
   * @throws ServletException if the servlet throws it
   */
  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request instanceof HttpServletRequest http
        && response instanceof HttpServletResponse answer
        && request.getDispatcherType() == DispatcherType.REQUEST) {
      handle(new ServletExchange(http, answer, chain));
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
    } catch (Exception sneaked) {
      throw new ServletException(sneaked);
    }
  }
}
