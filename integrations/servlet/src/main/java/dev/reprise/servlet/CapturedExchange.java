package dev.reprise.servlet;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An exchange whose answer is kept until it is recorded. */
final class CapturedExchange extends HttpExchange {

  /** The name of the attribute under which a handler finds its right. */
  static final String GUARDED = "dev.reprise.servlet.guarded";

  private static final int NOT_ANSWERED = -1;

  private final HttpExchange exchange;
  private final GuardedRequest guarded;
  private final CapturedBody captured;
  private InputStream in;
  private OutputStream out;
  private int status = NOT_ANSWERED;
  private long length;

  CapturedExchange(HttpExchange exchange, GuardedRequest guarded, InputStream in, int maxBytes) {
    super();
    this.exchange = exchange;
    this.guarded = guarded;
    this.in = in;
    this.captured = new CapturedBody(maxBytes, this::openWay);
    this.out = captured;
  }

  private OutputStream openWay() throws IOException {
    exchange.sendResponseHeaders(status, length);
    return exchange.getResponseBody();
  }

  /** What the handler answered, having returned. */
  ServerExchange.Captured ended(Map<String, List<String>> before) throws IOException {
    if (status == NOT_ANSWERED) {
      throw new IOException("the handler returned without an answer");
    }
    Map<String, List<String>> after = HttpAnswer.fields();
    after.putAll(exchange.getResponseHeaders());
    HttpAnswer answer =
        new HttpAnswer(status, Map.of(), captured.bytes(), 0, null)
            .withHeaders(KeptHeaders.added(before, after));
    return new Kept(
        captured.isOnItsWay() ? answer.withoutBody(captured.written()) : answer, before);
  }

  /** The answer of a handler that has returned. */
  private final class Kept implements ServerExchange.Captured {

    private final HttpAnswer answer;
    private final Map<String, List<String>> before;

    private Kept(HttpAnswer answer, Map<String, List<String>> before) {
      this.answer = answer;
      this.before = before;
    }

    @Override
    public HttpAnswer answer() {
      return answer;
    }

    @Override
    public void send() throws IOException {
      if (captured.isOnItsWay()) {
        captured.close();
        exchange.close();
      } else {
        JdkAnswers.sendBody(exchange, status, captured.bytes());
      }
    }

    @Override
    public boolean takeBack() {
      if (captured.isOnItsWay()) {
        return false;
      }
      exchange.getResponseHeaders().clear();
      exchange.getResponseHeaders().putAll(before);
      return true;
    }
  }

  @Override
  public void sendResponseHeaders(int code, long responseLength) throws IOException {
    if (status != NOT_ANSWERED) {
      throw new IOException("headers already sent");
    }
    status = code;
    length = responseLength;
  }

  @Override
  public OutputStream getResponseBody() {
    return out;
  }

  @Override
  public InputStream getRequestBody() {
    return in;
  }

  @Override
  public void setStreams(@Nullable InputStream input, @Nullable OutputStream output) {
    in = Objects.requireNonNullElse(input, in);
    out = Objects.requireNonNullElse(output, out);
  }

  @Override
  public int getResponseCode() {
    return status;
  }

  @Override
  public void close() {
    try {
      captured.close();
    } catch (IOException gone) {
      exchange.close();
    }
  }

  @Override
  public @Nullable Object getAttribute(String name) {
    return name.equals(GUARDED) ? guarded : exchange.getAttribute(name);
  }

  @Override
  public void setAttribute(String name, @Nullable Object value) {
    exchange.setAttribute(name, value);
  }

  @Override
  public Headers getRequestHeaders() {
    return exchange.getRequestHeaders();
  }

  @Override
  public Headers getResponseHeaders() {
    return exchange.getResponseHeaders();
  }

  @Override
  public URI getRequestURI() {
    return exchange.getRequestURI();
  }

  @Override
  public String getRequestMethod() {
    return exchange.getRequestMethod();
  }

  @Override
  public HttpContext getHttpContext() {
    return exchange.getHttpContext();
  }

  @Override
  public InetSocketAddress getRemoteAddress() {
    return exchange.getRemoteAddress();
  }

  @Override
  public InetSocketAddress getLocalAddress() {
    return exchange.getLocalAddress();
  }

  @Override
  public String getProtocol() {
    return exchange.getProtocol();
  }

  @Override
  public @Nullable HttpPrincipal getPrincipal() {
    return exchange.getPrincipal();
  }
}
