package dev.reprise.servlet;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Applies {@link IdempotentRequests} on the JDK's own server.
 *
 * <pre>{@code
 * HttpContext context = server.createContext("/payments", new IdempotencyHandlerFilter(requests).around(handler));
 * context.setAuthenticator(authenticator);
 * }</pre>
 *
 * <p>The server authenticates after its filters, just before the handler. So where a context has an
 * authenticator, the handler is wrapped with {@link #around}; as a filter this stands where there
 * is none, and the principal comes from {@link IdempotentRequests#principal}, or requests are
 * anonymous.
 *
 * <p>It stands before what reads the body: a request whose head announces more than is left of the
 * body is not run but fails with an {@link IllegalStateException}. So does one in chunks of which
 * nothing is left, for it may have been empty or read; unless this is the first filter of its
 * context, or wraps the handler of a context without filters and authenticator. Where two such
 * filters stand in one chain, the first that guards a request is the one that counts.
 *
 * <p>A handler behind it answers before it returns, not later from another thread; one that returns
 * without a response has failed. It sees an exchange of this filter's own, which writes through to
 * the server's once the response is recorded, and is no {@code HttpsExchange}.
 *
 * <p>Immutable, safe for use by any thread.
 */
public final class IdempotencyHandlerFilter extends Filter {

  private final RequestFlow flow;

  /**
   * A filter.
   *
   * @param requests what is done with requests; never null
   */
  public IdempotencyHandlerFilter(IdempotentRequests requests) {
    super();
    flow = Objects.requireNonNull(requests, "requests").flow();
  }

  /**
   * The right that a handler runs with.
   *
   * @param exchange that the handler was given; never null
   * @return the right; null if the request is not guarded, as one without a key
   */
  public static @Nullable GuardedRequest guarded(HttpExchange exchange) {
    return exchange.getAttribute(CapturedExchange.GUARDED) instanceof GuardedRequest guarded
        ? guarded
        : null;
  }

  /**
   * Sends a response, such as one that the handler has recorded.
   *
   * @param exchange that the handler was given; never null
   * @param answer what to send; never null
   * @throws IOException if the client is gone, or a response was begun before
   */
  public static void send(HttpExchange exchange, RecordedResponse answer) throws IOException {
    JdkResponses.send(exchange, answer);
  }

  /**
   * A handler that does requests with a key once, for contexts with an authenticator.
   *
   * @param handler what the requests are handed to; never null
   * @return the handler with this filter before it
   */
  public HttpHandler around(HttpHandler handler) {
    Objects.requireNonNull(handler, "handler");
    return new HttpHandler() {
      @Override
      public void handle(HttpExchange exchange) throws IOException {
        HttpContext context = exchange.getHttpContext();
        boolean isFirst =
            context.getHandler() == this
                && context.getFilters().isEmpty()
                && context.getAuthenticator() == null;
        IdempotencyHandlerFilter.this.handle(new JdkExchange(exchange, handler, isFirst));
      }
    };
  }

  /**
   * Does a request with a key once.
   *
   * @param exchange the request and its response
   * @param chain what comes after this filter
   * @throws IOException if the handler throws it, or the client is gone
   * @throws IllegalStateException if the context has an authenticator: see {@link #around}
   */
  @Override
  public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
    HttpContext context = exchange.getHttpContext();
    if (context.getAuthenticator() != null) {
      throw new IllegalStateException(
          "a filter runs before the context's authenticator: wrap the handler with around()");
    }
    List<Filter> filters = context.getFilters();
    boolean isFirst = !filters.isEmpty() && filters.get(0) == this;
    handle(new JdkExchange(exchange, chain::doFilter, isFirst));
  }

  private void handle(JdkExchange exchange) throws IOException {
    try {
      flow.handle(exchange);
    } catch (IOException | RuntimeException failure) {
      throw failure;
    } catch (Exception sneaked) {
      throw new IOException(sneaked);
    }
  }

  @Override
  public String description() {
    return "Does requests with an Idempotency-Key once";
  }
}
