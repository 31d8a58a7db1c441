package dev.reprise.servlet;

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
record ServletExchange(
    HttpServletRequest servletRequest, HttpServletResponse response, FilterChain chain)
    implements ServerExchange {

  /** The name of the attribute under which a servlet finds its right. */
  static final String GUARDED = "dev.reprise.servlet.guarded";

  /** What is known of a request in a servlet container. */
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

  /** By chunks in HTTP/1.1; in HTTP/2, where nothing announces it, a type is taken for it. */
  @Override
  public boolean announcesUnknownLength() {
    String protocol = Objects.requireNonNullElse(servletRequest.getProtocol(), "");
    return servletRequest.getHeader("Transfer-Encoding") != null
        || (!protocol.startsWith("HTTP/1.") && servletRequest.getContentType() != null);
  }

  @Override
  public boolean hasForeignBody() throws IOException {
    try {
      return containersRequest().getInputStream() != servletRequest.getInputStream();
    } catch (IllegalStateException readByAReader) {
      return true;
    }
  }

  /** Asks the container itself: what a wrapper adds to the parameters says nothing of the body. */
  @Override
  public @Nullable Map<String, String[]> formReadBefore() {
    if (!FormFields.isForm(servletRequest.getContentType())) {
      return null;
    }
    Map<String, String[]> parameters = containersRequest().getParameterMap();
    long values = parameters.values().stream().mapToLong(each -> each.length).sum();
    return values > mostFields(request().query()) ? parameters : null;
  }

  /** The greatest number of fields that a container may see in a query. */
  private static long mostFields(@Nullable String query) {
    return query == null
        ? 0
        : 1 + query.chars().filter(separator -> separator == '&' || separator == ';').count();
  }

  private ServletRequest containersRequest() {
    ServletRequest inner = servletRequest;
    while (inner instanceof ServletRequestWrapper wrapper) {
      inner = wrapper.getRequest();
    }
    return inner;
  }

  @Override
  public boolean isGuarded() {
    return IdempotencyFilter.guarded(servletRequest) != null;
  }

  @Override
  public void pass() throws IOException, ServletException {
    chain.doFilter(servletRequest, response);
  }

  @Override
  public Captured run(GuardedRequest guarded, byte[] body, boolean isRead, int maxBytes)
      throws IOException, ServletException {
    CapturedResponse captured = new CapturedResponse(response, maxBytes);
    servletRequest.setAttribute(GUARDED, guarded);
    try {
      chain.doFilter(
          isRead
              ? new BufferedRequest(servletRequest, captured, body)
              : new BlockingRequest(servletRequest, captured),
          captured);
    } finally {
      servletRequest.removeAttribute(GUARDED);
    }
    return captured.ended();
  }

  @Override
  public void answer(RecordedResponse answer) throws IOException {
    send(response, answer);
  }

  static void send(HttpServletResponse response, RecordedResponse answer) throws IOException {
    setHeaders(response, answer.headers());
    ErrorPage error = answer.error();
    if (error != null) {
      sendError(response, answer.status(), error);
      return;
    }
    response.setStatus(answer.status());
    byte[] body = answer.body();
    if (body.length > 0) {
      response.setContentLength(body.length);
      response.getOutputStream().write(body);
    }
  }

  static void sendError(HttpServletResponse response, int status, ErrorPage page)
      throws IOException {
    if (page.message() == null) {
      response.sendError(status);
    } else {
      response.sendError(status, page.message());
    }
  }

  /** Sets fields, and removes those without values. */
  static void setHeaders(HttpServletResponse response, Map<String, List<String>> headers) {
    headers.forEach(
        (name, values) -> {
          if (values.isEmpty()) {
            response.setHeader(name, null);
          }
          for (int at = 0; at < values.size(); at++) {
            if (at == 0) {
              response.setHeader(name, values.get(at));
            } else {
              response.addHeader(name, values.get(at));
            }
          }
        });
  }

  static Map<String, List<String>> headers(HttpServletResponse response) {
    Map<String, List<String>> headers = RecordedResponse.fields();
    for (String name : response.getHeaderNames()) {
      headers.put(name, List.copyOf(response.getHeaders(name)));
    }
    String type = Objects.requireNonNullElse(response.getContentType(), "");
    if (!type.isEmpty()) {
      headers.put("Content-Type", List.of(type));
    }
    return headers;
  }
}
