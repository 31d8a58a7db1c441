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

/** An exchange whose response is kept until it is recorded. */
final class CapturedExchange extends HttpExchange {

  /** The name of the attribute under which a handler finds its right. */
  static final String GUARDED = "dev.reprise.servlet.guarded";

  private static final int NOT_ANSWERED = -1;
  private static final int SWITCHING_PROTOCOLS = 101;
  private static final long ANY_LENGTH = -1;

  private final HttpExchange exchange;
  private final GuardedRequest guarded;
  private final CapturedBody captured;
  private InputStream in;
  private OutputStream out;
  private int status = NOT_ANSWERED;
  private long length;
  private Map<String, List<String>> fields = Map.of();

  CapturedExchange(HttpExchange exchange, GuardedRequest guarded, InputStream in, int maxBytes) {
    super();
    this.exchange = exchange;
    this.guarded = guarded;
    this.in = in;
    this.captured = new CapturedBody(maxBytes, this::openWay);
    this.out = new AnnouncedOutput();
  }

  private OutputStream openWay() throws IOException {
    JdkResponses.setFields(exchange, fields);
    exchange.sendResponseHeaders(status, length);
    return exchange.getResponseBody();
  }

  /** The body, held to what its head announced as the server's own is. */
  private final class AnnouncedOutput extends OutputStream {

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      if (status == NOT_ANSWERED) {
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

  /** The length of the body as its head announced it. */
  private long announced() {
    if (JdkResponses.hasNoBody(status) || length < 0) {
      return 0;
    }
    return length == 0 ? ANY_LENGTH : length;
  }

  private void checkComplete() throws IOException {
    if (status != NOT_ANSWERED && captured.written() < announced()) {
      throw new IOException("insufficient bytes written");
    }
  }

  /** What the handler answered, having returned. */
  ServerExchange.Captured ended(Map<String, List<String>> before) throws IOException {
    if (status == NOT_ANSWERED) {
      throw new IOException("the handler returned without an answer");
    }
    checkComplete();
    RecordedResponse answer =
        new RecordedResponse(status, Map.of(), captured.bytes(), 0, null)
            .withHeaders(RecordedHeaders.added(before, fields));
    return new Kept(
        captured.isOnItsWay() ? answer.withoutBody(captured.written()) : answer, before);
  }

  /** The response of a handler that has returned. */
  private final class Kept implements ServerExchange.Captured {

    private final RecordedResponse answer;
    private final Map<String, List<String>> before;

    private Kept(RecordedResponse answer, Map<String, List<String>> before) {
      this.answer = answer;
      this.before = before;
    }

    @Override
    public RecordedResponse answer() {
      return answer;
    }

    @Override
    public void send() throws IOException {
      if (captured.isOnItsWay()) {
        captured.close();
        exchange.close();
      } else {
        JdkResponses.setFields(exchange, fields);
        JdkResponses.sendBody(exchange, status, captured.bytes());
      }
    }

    @Override
    public boolean takeBack() {
      if (captured.isOnItsWay()) {
        return false;
      }
      JdkResponses.setFields(exchange, before);
      return true;
    }
  }

  /** Keeps the head as it is now. An interim answer is not sent: there is nothing to wait for. */
  @Override
  public void sendResponseHeaders(int code, long responseLength) throws IOException {
    if (status != NOT_ANSWERED) {
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
