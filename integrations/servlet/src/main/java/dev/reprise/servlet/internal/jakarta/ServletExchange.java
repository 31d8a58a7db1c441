package dev.reprise.servlet.internal.jakarta;

import dev.reprise.servlet.internal.flow.HandlerLease;
import dev.reprise.servlet.internal.flow.ServerExchange;
import dev.reprise.servlet.internal.response.ResponseContent;
import dev.reprise.servlet.internal.scope.HostText;
import dev.reprise.servlet.internal.scope.PathNormalizer;
import dev.reprise.servlet.request.IncomingRequest;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.security.Principal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A request in a servlet container. */
public record ServletExchange(
    HttpServletRequest servletRequest, HttpServletResponse response, FilterChain chain)
    implements ServerExchange {

  /** The head of a request in a servlet container. */
  record Incoming(HttpServletRequest request) implements IncomingRequest {

    @Override
    public String method() {
      return request.getMethod();
    }

    @Override
    public String host() {
      String name = Objects.requireNonNullElse(request.getServerName(), "");
      return HostText.normalized(name, request.getServerPort(), request.isSecure());
    }

    @Override
    public String path() {
      return request.getRequestURI();
    }

    @Override
    public @Nullable String query() {
      return request.getQueryString();
    }

    @Override
    public List<String> header(String name) {
      return Collections.list(request.getHeaders(name));
    }

    @Override
    public @Nullable String principal() {
      Principal principal = request.getUserPrincipal();
      return principal == null ? null : principal.getName();
    }
  }

  @Override
  public IncomingRequest request() {
    return new Incoming(servletRequest);
  }

  @Override
  public String normalPath() {
    return PathNormalizer.normalized(servletRequest.getRequestURI());
  }

  @Override
  public InputStream body() throws IOException {
    return servletRequest.getInputStream();
  }

  /**
   * HTTP/1.1 announces it by a transfer coding. HTTP/2 does not announce it; there, a content type
   * counts as an announcement.
   */
  @Override
  public boolean announcesUnknownLength() {
    String protocol = Objects.requireNonNullElse(servletRequest.getProtocol(), "");
    return servletRequest.getHeader("Transfer-Encoding") != null
        || (!protocol.startsWith("HTTP/1.") && servletRequest.getContentType() != null);
  }

  @Override
  public boolean hasReplacedBody() throws IOException {
    try {
      return containerRequest().getInputStream() != servletRequest.getInputStream();
    } catch (IllegalStateException readByAReader) {
      return true;
    }
  }

  /**
   * Reads the container's own request, since a wrapper may add parameters that do not come from the
   * body.
   */
  @Override
  public @Nullable Map<String, String[]> formReadBefore() {
    if (!FormFields.isForm(servletRequest.getContentType())) {
      return null;
    }
    Map<String, String[]> parameters = containerRequest().getParameterMap();
    long values = parameters.values().stream().mapToLong(each -> each.length).sum();
    return values > maxFields(request().query()) ? parameters : null;
  }

  /** An upper bound on the fields that a container may find in a query. */
  private static long maxFields(@Nullable String query) {
    return query == null
        ? 0
        : 1 + query.chars().filter(separator -> separator == '&' || separator == ';').count();
  }

  private ServletRequest containerRequest() {
    ServletRequest inner = servletRequest;
    while (inner instanceof ServletRequestWrapper wrapper) {
      inner = wrapper.getRequest();
    }
    return inner;
  }

  @Override
  public boolean isGuarded() {
    return servletRequest.getAttribute(LEASE) instanceof HandlerLease;
  }

  @Override
  public void pass() throws IOException, ServletException {
    chain.doFilter(servletRequest, response);
  }

  @Override
  public Captured run(HandlerLease<?> lease, byte[] body, boolean isRead, int maxBytes)
      throws IOException, ServletException {
    CapturedResponse captured = new CapturedResponse(response, maxBytes);
    servletRequest.setAttribute(LEASE, lease);
    try {
      chain.doFilter(
          isRead
              ? new BufferedRequest(servletRequest, captured, body)
              : new BlockingRequest(servletRequest, captured),
          captured);
    } finally {
      servletRequest.removeAttribute(LEASE);
    }
    return captured.finished();
  }

  @Override
  public void respond(ResponseContent content) throws IOException {
    ServletResponses.send(response, content);
  }
}
