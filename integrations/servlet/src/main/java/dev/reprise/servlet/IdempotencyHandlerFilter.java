package dev.reprise.servlet;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.reprise.servlet.internal.flow.HandlerLease;
import dev.reprise.servlet.internal.flow.RequestFlow;
import dev.reprise.servlet.internal.flow.ServerExchange;
import dev.reprise.servlet.internal.jdk.JdkExchange;
import dev.reprise.servlet.internal.jdk.JdkResponses;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Applies {@link IdempotentRequests} on the JDK's own server.
 *
 * <pre>{@code
 * IdempotencyHandlerFilter filter = new IdempotencyHandlerFilter(requests);
 * HttpContext context = server.createContext("/payments", filter.around(handler));
 * context.setAuthenticator(authenticator);
 * }</pre>
 *
 * <p><b>Authentication.</b> The server authenticates after its filters, directly before the
 * handler. If the context has an authenticator, wrap the handler with {@link #around}. Without an
 * authenticator this class can be used as a filter; the principal then comes from {@link
 * IdempotentRequests#principal}, or requests are anonymous.
 *
 * <p><b>Order.</b> This filter comes before any filter that reads the body. A request fails with an
 * {@link IllegalStateException}, and does not reach the handler, if fewer bytes of its body are
 * unread than its head announces. A body in chunks of which nothing is unread also fails, since it
 * may have been empty or read before, unless this filter is the first of its context, or wraps the
 * handler of a context without filters and authenticator. If a chain contains two of these filters,
 * the first one that guards a request counts.
 *
 * <p>The handler responds before it returns, not later from another thread; a handler that returns
 * without a response has failed. It receives an exchange of this filter, which sends the response
 * after it is recorded, and which is not an {@code HttpsExchange}.
 *
 * <p>Immutable, and safe for use by any thread.
 */
public final class IdempotencyHandlerFilter extends Filter {

  private final RequestFlow<RecordedResponse> flow;

  /**
   * A filter.
   *
   * @param requests the settings; never null
   */
  public IdempotencyHandlerFilter(IdempotentRequests requests) {
    super();
    flow = Objects.requireNonNull(requests, "requests").flow();
  }

  /**
   * The guarded request of a handler.
   *
   * @param exchange the exchange that the handler received; never null
   * @return the guarded request; null if the request is not guarded, such as one without a key
   */
  public static @Nullable GuardedRequest guarded(HttpExchange exchange) {
    return exchange.getAttribute(ServerExchange.LEASE) instanceof HandlerLease<?> lease
        ? new GuardedRequest(lease)
        : null;
  }

  /**
   * Sends a response, such as one that the handler has recorded.
   *
   * @param exchange the exchange that the handler received; never null
   * @param content the status, header fields and body to send; never null
   * @throws IOException if the connection to the client fails, or a response was started before
   */
  public static void send(HttpExchange exchange, RecordedResponse content) throws IOException {
    JdkResponses.send(exchange, content.content());
  }

  /**
   * Wraps a handler with this filter, for contexts with an authenticator.
   *
   * @param handler processes the requests; never null
   * @return a handler that applies this filter first
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
   * Processes a request with a key once.
   *
   * @param exchange the request and its response
   * @param chain the filters after this one, and the handler
   * @throws IOException if the handler throws it, or the connection to the client fails
   * @throws IllegalStateException if the context has an authenticator: see {@link #around}
   */
  @Override
  public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
    HttpContext context = exchange.getHttpContext();
    if (context.getAuthenticator() != null) {
      throw new IllegalStateException(
          "the context has an authenticator, which runs after filters: wrap the handler with"
              + " IdempotencyHandlerFilter.around()");
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
    } catch (Exception undeclared) {
      throw new IOException(undeclared);
    }
  }

  @Override
  public String description() {
    return "Processes requests with an Idempotency-Key once";
  }
}
