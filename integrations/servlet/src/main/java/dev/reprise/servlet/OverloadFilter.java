package dev.reprise.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;

/**
 * Applies an {@link OverloadLimit} in a servlet container (Jakarta Servlet 6). It stands first, so
 * that a refusal costs nothing, and acts on the dispatch of the request itself. Immutable, safe for
 * use by any thread.
 */
public final class OverloadFilter implements Filter {

  private final OverloadLimit limit;

  /**
   * A filter.
   *
   * @param limit how requests are refused; never null
   */
  public OverloadFilter(OverloadLimit limit) {
    this.limit = Objects.requireNonNull(limit, "limit");
  }

  /**
   * Passes a request on, or refuses it.
   *
   * @param request the request
   * @param response its response, over HTTP
   * @param chain what comes after this filter
   * @throws IOException if the servlet throws it, or the client is gone
   * @throws ServletException if the servlet throws it
   */
  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    boolean counts =
        request.getDispatcherType() == DispatcherType.REQUEST
            && response instanceof HttpServletResponse;
    RecordedResponse refusal = counts ? limit.refusal() : null;
    if (refusal == null) {
      chain.doFilter(request, response);
    } else {
      IdempotencyFilter.send((HttpServletResponse) response, refusal);
    }
  }
}
