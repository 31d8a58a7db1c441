package dev.reprise.servlet.internal.jakarta;

import dev.reprise.servlet.internal.flow.ServerExchange;
import dev.reprise.servlet.internal.response.CapturedBody;
import dev.reprise.servlet.internal.response.ErrorPage;
import dev.reprise.servlet.internal.response.RecordedHeaders;
import dev.reprise.servlet.internal.response.ResponseContent;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A response whose body is held until it is recorded. Status and header fields are set on the
 * container's response at once.
 */
final class CapturedResponse extends CommittableResponse {

  private static final ClassValue<Boolean> OVERRIDES_PRINT =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> stream) {
          try {
            Class<?> printer = stream.getMethod("print", String.class).getDeclaringClass();
            return printer != ServletOutputStream.class;
          } catch (NoSuchMethodException hidden) {
            return false;
          }
        }
      };

  private final HttpServletResponse response;
  private final Map<String, List<String>> before;
  private final int statusBefore;
  private final CapturedBody body;
  private @Nullable ServletOutputStream out;
  private @Nullable PrintWriter writer;
  private @Nullable ErrorPage error;
  private int errorStatus;
  private boolean committed;
  private boolean draining;

  CapturedResponse(HttpServletResponse response, int maxBytes) {
    super(response);
    this.response = response;
    before = ServletResponses.headers(response);
    statusBefore = response.getStatus();
    body = new CapturedBody(maxBytes, response::getOutputStream);
  }

  /** The response, after the servlet has returned. */
  ServerExchange.Captured finished() throws IOException {
    drainWriter();
    return new Finished();
  }

  /** The response of a servlet that has returned. */
  private final class Finished implements ServerExchange.Captured {

    @Override
    public ResponseContent content() {
      ResponseContent content =
          ResponseContent.of(getStatus())
              .withHeaders(RecordedHeaders.added(before, ServletResponses.headers(response)))
              .withBody(body.bytes())
              .withError(error);
      return body.isStreaming() ? content.withOmittedBody(body.written()) : content;
    }

    @Override
    public void send() throws IOException {
      ErrorPage page = error;
      if (page != null) {
        ServletResponses.sendError(response, errorStatus, page);
      } else if (!body.isStreaming() && body.written() > 0) {
        if (response.getTrailerFields() == null) {
          response.setContentLengthLong(body.written());
        }
        response.getOutputStream().write(body.bytes());
      }
    }

    @Override
    public boolean discard() {
      if (response.isCommitted()) {
        return false;
      }
      response.reset();
      response.setStatus(statusBefore);
      ServletResponses.setHeaders(response, before);
      return true;
    }
  }

  @Override
  public ServletOutputStream getOutputStream() {
    if (writer != null) {
      throw new IllegalStateException("getWriter was called before");
    }
    ServletOutputStream given = out;
    if (given == null) {
      given = newOutput();
      out = given;
    }
    return given;
  }

  /** Adds the charset to the content type, as containers do when they return a writer. */
  @Override
  public PrintWriter getWriter() throws IOException {
    if (out != null) {
      throw new IllegalStateException("getOutputStream was called before");
    }
    PrintWriter given = writer;
    if (given == null) {
      String charset = getCharacterEncoding();
      if (!isImplied(charset)) {
        super.setCharacterEncoding(charset);
      }
      given = new PrintWriter(new OutputStreamWriter(newOutput(), charset));
      writer = given;
    }
    return given;
  }

  private CapturedOutput newOutput() {
    return new CapturedOutput(body, this::flushed, this::printCharset);
  }

  /**
   * The charset in which the container's stream prints texts; null if the container does not
   * override the class of the API, which accepts only Latin-1. Containers differ in this.
   */
  private @Nullable String printCharset() throws IOException {
    return OVERRIDES_PRINT.get(response.getOutputStream().getClass())
        ? getCharacterEncoding()
        : null;
  }

  /** Returns true if the type names its charset, or is JSON, for which containers use UTF-8. */
  private boolean isImplied(String charset) {
    String type = Objects.requireNonNullElse(getContentType(), "").toLowerCase(Locale.ROOT);
    return type.contains("charset=")
        || (type.endsWith("json") && charset.equalsIgnoreCase("utf-8"));
  }

  /** Has no effect after {@link #getWriter}. */
  @Override
  public void setCharacterEncoding(@Nullable String charset) {
    if (writer == null) {
      super.setCharacterEncoding(charset);
    }
  }

  /** Keeps the charset of the writer, if there is one. */
  @Override
  public void setContentType(@Nullable String type) {
    String charset = writer == null ? null : getCharacterEncoding();
    super.setContentType(type);
    if (charset != null) {
      super.setCharacterEncoding(charset);
    }
  }

  /** Commits the response, as a flush does in a container, but sends nothing yet. */
  @Override
  public void flushBuffer() throws IOException {
    drainWriter();
    committed = true;
    body.flush();
  }

  private void flushed() {
    committed |= !draining;
  }

  /** Returns true if a container would have sent the head by now. */
  @Override
  public boolean isCommitted() {
    drainWriter();
    return committed
        || body.isClosed()
        || body.isStreaming()
        || isBufferFull()
        || hasAnnouncedLength()
        || response.isCommitted();
  }

  private boolean isBufferFull() {
    return body.written() > 0 && body.written() >= getBufferSize();
  }

  private boolean hasAnnouncedLength() {
    String length = getHeader("Content-Length");
    return body.written() > 0 && length != null && Long.toString(body.written()).equals(length);
  }

  @Override
  public void setBufferSize(int size) {
    if (isCommitted() || body.written() > 0) {
      throw new IllegalStateException("the response has content");
    }
    super.setBufferSize(size);
  }

  @Override
  public void resetBuffer() {
    checkNotCommitted();
    body.clear();
  }

  @Override
  public void reset() {
    resetBuffer();
    response.reset();
    out = null;
    writer = null;
  }

  @Override
  public int getStatus() {
    return error == null ? super.getStatus() : errorStatus;
  }

  @Override
  public void sendError(int status) throws IOException {
    sendError(status, null);
  }

  /** Calls the method of the container once the response is recorded. */
  @Override
  public void sendError(int status, @Nullable String message) throws IOException {
    resetBuffer();
    errorStatus = status;
    error = new ErrorPage(message);
    finish();
  }

  @Override
  public void sendRedirect(String location) throws IOException {
    sendRedirect(location, SC_FOUND, true);
  }

  // The next three are new in Servlet 6.1; older containers do not call them.

  @Override
  public void sendRedirect(String location, int status) throws IOException {
    sendRedirect(location, status, true);
  }

  @Override
  public void sendRedirect(String location, boolean clearBuffer) throws IOException {
    sendRedirect(location, SC_FOUND, clearBuffer);
  }

  @Override
  public void sendRedirect(String location, int status, boolean clearBuffer) throws IOException {
    if (clearBuffer) {
      resetBuffer();
    } else {
      checkNotCommitted();
    }
    setStatus(status);
    setHeader("Location", location);
    finish();
  }

  /** Ends the response: bytes that are written later are dropped. */
  @Override
  void finish() throws IOException {
    drainWriter();
    body.close();
  }

  /** Moves the text that the writer has buffered to the body. This does not commit the response. */
  private void drainWriter() {
    PrintWriter used = writer;
    if (used != null) {
      draining = true;
      used.flush();
      draining = false;
    }
  }
}
