package dev.reprise.servlet.internal.jdk;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpPrincipal;
import com.sun.net.httpserver.HttpsExchange;
import dev.reprise.servlet.internal.flow.HandlerLease;
import dev.reprise.servlet.internal.flow.ServerExchange;
import dev.reprise.servlet.internal.response.ResponseContent;
import dev.reprise.servlet.internal.scope.HostText;
import dev.reprise.servlet.internal.scope.PathNormalizer;
import dev.reprise.servlet.request.IncomingRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request to the JDK's server.
 *
 * @param isFirst true if nothing can have read the body before
 */
public record JdkExchange(HttpExchange exchange, HttpHandler next, boolean isFirst)
    implements ServerExchange {

  /** The head of a request to the JDK's server. */
  record Incoming(HttpExchange exchange) implements IncomingRequest {

    @Override
    public String method() {
      return exchange.getRequestMethod();
    }

    @Override
    public String host() {
      return HostText.normalized(
          Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Host"), ""),
          exchange instanceof HttpsExchange);
    }

    @Override
    public String path() {
      return Objects.requireNonNullElse(exchange.getRequestURI().getRawPath(), "/");
    }

    @Override
    public @Nullable String query() {
      return exchange.getRequestURI().getRawQuery();
    }

    @Override
    public List<String> header(String name) {
      List<String> lines = exchange.getRequestHeaders().get(name);
      return lines == null ? List.of() : List.copyOf(lines);
    }

    @Override
    public @Nullable String principal() {
      HttpPrincipal principal = exchange.getPrincipal();
      return principal == null ? null : principal.getName();
    }
  }

  @Override
  public IncomingRequest request() {
    return new Incoming(exchange);
  }

  /** Keeps dot segments, since the server selects the handler by a path that has them. */
  @Override
  public String normalPath() {
    String path = PathNormalizer.decoded(request().path());
    return path.isEmpty() ? "/" : path;
  }

  @Override
  public InputStream body() {
    return exchange.getRequestBody();
  }

  /** A body that was read to its end looks like an empty one. */
  @Override
  public boolean announcesUnknownLength() {
    return !isFirst && !request().header("Transfer-Encoding").isEmpty();
  }

  @Override
  public boolean hasReplacedBody() {
    return body().getClass().getModule() != HttpExchange.class.getModule();
  }

  @Override
  public @Nullable Map<String, String[]> formReadBefore() {
    return null;
  }

  @Override
  public boolean isGuarded() {
    return exchange.getAttribute(LEASE) instanceof HandlerLease;
  }

  @Override
  public void pass() throws IOException {
    next.handle(exchange);
  }

  @Override
  public Captured run(HandlerLease<?> lease, byte[] body, boolean isRead, int maxBytes)
      throws IOException {
    InputStream in = isRead ? new ByteArrayInputStream(body) : exchange.getRequestBody();
    Map<String, List<String>> before = JdkResponses.fields(exchange);
    CapturedExchange captured = new CapturedExchange(exchange, lease, in, maxBytes);
    next.handle(captured);
    return captured.finished(before);
  }

  @Override
  public void respond(ResponseContent content) throws IOException {
    JdkResponses.send(exchange, content);
  }
}
