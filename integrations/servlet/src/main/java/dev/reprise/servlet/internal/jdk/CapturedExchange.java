package dev.reprise.servlet.internal.jdk;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import dev.reprise.servlet.internal.flow.HandlerLease;
import dev.reprise.servlet.internal.flow.ServerExchange;
import dev.reprise.servlet.internal.response.CapturedBody;
import dev.reprise.servlet.internal.response.RecordedHeaders;
import dev.reprise.servlet.internal.response.ResponseContent;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An exchange whose response is held until it is recorded. */
final class CapturedExchange extends HttpExchange {

  private static final int NO_STATUS = -1;
  private static final int SWITCHING_PROTOCOLS = 101;
  private static final long ANY_LENGTH = -1;

  private final HttpExchange exchange;
  private final HandlerLease<?> lease;
  private final CapturedBody captured;
  private InputStream in;
  private OutputStream out;
  private int status = NO_STATUS;
  private long length;
  private Map<String, List<String>> fields = Map.of();

  CapturedExchange(HttpExchange exchange, HandlerLease<?> lease, InputStream in, int maxBytes) {
    super();
    this.exchange = exchange;
    this.lease = lease;
    this.in = in;
    this.captured = new CapturedBody(maxBytes, this::openClient);
    this.out = new AnnouncedOutput();
  }

  private OutputStream openClient() throws IOException {
    JdkResponses.setFields(exchange, fields);
    exchange.sendResponseHeaders(status, length);
    return exchange.getResponseBody();
  }

  /** The stream of the body. It checks the announced length, as the server's own stream does. */
  private final class AnnouncedOutput extends OutputStream {

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      if (status == NO_STATUS) {
        throw new IOException("response headers not sent yet");
      }
      long announced = announced();
      if (announced != ANY_LENGTH && captured.written() + count > announced) {
        throw new IOException("too many bytes to write to stream");
      }
      captured.write(bytes, from, count);
    }

    @Override
    public void flush() throws IOException {
      captured.flush();
    }

    @Override
    public void close() throws IOException {
      captured.close();
      checkComplete();
    }
  }

  /** The announced length of the body; {@code ANY_LENGTH} if none was announced. */
  private long announced() {
    if (JdkResponses.hasNoBody(status) || length < 0) {
      return 0;
    }
    return length == 0 ? ANY_LENGTH : length;
  }

  private void checkComplete() throws IOException {
    if (status != NO_STATUS && captured.written() < announced()) {
      throw new IOException("insufficient bytes written");
    }
  }

  /** The response, after the handler has returned. */
  ServerExchange.Captured finished(Map<String, List<String>> before) throws IOException {
    if (status == NO_STATUS) {
      throw new IOException("the handler returned without a response");
    }
    checkComplete();
    ResponseContent content =
        ResponseContent.of(status)
            .withHeaders(RecordedHeaders.added(before, fields))
            .withBody(captured.bytes());
    return new Finished(
        captured.isStreaming() ? content.withOmittedBody(captured.written()) : content, before);
  }

  /** The response of a handler that has returned. */
  private final class Finished implements ServerExchange.Captured {

    private final ResponseContent content;
    private final Map<String, List<String>> before;

    private Finished(ResponseContent content, Map<String, List<String>> before) {
      this.content = content;
      this.before = before;
    }

    @Override
    public ResponseContent content() {
      return content;
    }

    @Override
    public void send() throws IOException {
      if (captured.isStreaming()) {
        captured.close();
        exchange.close();
      } else {
        JdkResponses.setFields(exchange, fields);
        JdkResponses.sendBody(exchange, status, captured.bytes());
      }
    }

    @Override
    public boolean discard() {
      if (captured.isStreaming()) {
        return false;
      }
      JdkResponses.setFields(exchange, before);
      return true;
    }
  }

  /** Holds the head as it is now. Drops interim responses, except 101. */
  @Override
  public void sendResponseHeaders(int code, long responseLength) throws IOException {
    if (status != NO_STATUS) {
      throw new IOException("headers already sent");
    }
    if (code >= 200 || code == SWITCHING_PROTOCOLS) {
      status = code;
      length = responseLength;
      fields = JdkResponses.fields(exchange);
    }
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
    return name.equals(ServerExchange.LEASE) ? lease : exchange.getAttribute(name);
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
