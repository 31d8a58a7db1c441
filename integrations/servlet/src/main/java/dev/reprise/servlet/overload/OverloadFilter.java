package dev.reprise.servlet.overload;

import dev.reprise.servlet.internal.flow.RequestBodyReader;
import dev.reprise.servlet.internal.jakarta.ServletResponses;
import dev.reprise.servlet.internal.response.ResponseContent;
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

/**
 * Applies an {@link OverloadLimit} in a servlet container (Jakarta Servlet 6). Register it as the
 * first filter, so that a refusal costs little. After a refusal it reads and drops at most 2 MiB of
 * the body, since a client that is still sending may otherwise see a closed connection in place of
 * the response. It acts only on dispatches of type {@code REQUEST}.
 *
 * <pre>{@code
 * OverloadLimit limit = OverloadLimit.of(ReservedSlots.perSecond(100));
 * servletContext
 *     .addFilter("overload", new OverloadFilter(limit))
 *     .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/orders/*");
 * }</pre>
 *
 * <p>Immutable, and safe for use by any thread.
 */
public final class OverloadFilter implements Filter {

  private final OverloadLimit limit;

  /**
   * A filter.
   *
   * @param limit the settings; never null
   */
  public OverloadFilter(OverloadLimit limit) {
    this.limit = Objects.requireNonNull(limit, "limit");
  }

  /**
   * Passes a request on if it is admitted, or refuses it.
   *
   * @param request the request
   * @param response its response; passed on if it is not HTTP
   * @param chain the filters after this one, and the servlet
   * @throws IOException if the servlet throws it, or the connection to the client fails
   * @throws ServletException if the servlet throws it
   */
  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    boolean limited =
        request.getDispatcherType() == DispatcherType.REQUEST
            && response instanceof HttpServletResponse;
    ResponseContent refusal = limited ? limit.refusal() : null;
    if (refusal == null) {
      chain.doFilter(request, response);
    } else {
      ServletResponses.send((HttpServletResponse) response, refusal);
      response.flushBuffer();
      if (!waitsForContinue(request)) {
        RequestBodyReader.discardAfterRefusal(request.getInputStream());
      }
    }
  }

  /** Such a client sends no body after the refusal. */
  private static boolean waitsForContinue(ServletRequest request) {
    return request instanceof HttpServletRequest http && http.getHeader("Expect") != null;
  }
}
