package dev.reprise.servlet;

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

/** A response whose body is kept until it is recorded; status and fields go through. */
final class CapturedResponse extends CommittableResponse {

  private static final ClassValue<Boolean> PRINTS_BY_ITSELF =
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
    before = ServletExchange.headers(response);
    statusBefore = response.getStatus();
    body = new CapturedBody(maxBytes, response::getOutputStream);
  }

  /** What the servlet answered, having returned. */
  ServerExchange.Captured ended() throws IOException {
    drainWriter();
    return new Kept();
  }

  /** The response of a servlet that has returned. */
  private final class Kept implements ServerExchange.Captured {

    @Override
    public RecordedResponse answer() {
      RecordedResponse answer =
          new RecordedResponse(getStatus(), Map.of(), body.bytes(), 0, error)
              .withHeaders(RecordedHeaders.added(before, ServletExchange.headers(response)));
      return body.isOnItsWay() ? answer.withoutBody(body.written()) : answer;
    }

    @Override
    public void send() throws IOException {
      ErrorPage page = error;
      if (page != null) {
        ServletExchange.sendError(response, errorStatus, page);
      } else if (!body.isOnItsWay() && body.written() > 0) {
        if (response.getTrailerFields() == null) {
          response.setContentLengthLong(body.written());
        }
        response.getOutputStream().write(body.bytes());
      }
    }

    @Override
    public boolean takeBack() {
      if (response.isCommitted()) {
        return false;
      }
      response.reset();
      response.setStatus(statusBefore);
      ServletExchange.setHeaders(response, before);
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

  /** Names the charset, as a response does whose writer is asked for. */
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
   * Containers differ: the stream of one prints in the charset of the response, that of another
   * leaves it to the class of the API, which refuses what is not Latin-1.
   */
  private @Nullable String printCharset() throws IOException {
    return PRINTS_BY_ITSELF.get(response.getOutputStream().getClass())
        ? getCharacterEncoding()
        : null;
  }

  /** The type names its charset, or is JSON, which the container takes for UTF-8 unsaid. */
  private boolean isImplied(String charset) {
    String type = Objects.requireNonNullElse(getContentType(), "").toLowerCase(Locale.ROOT);
    return type.contains("charset=")
        || (type.endsWith("json") && charset.equalsIgnoreCase("utf-8"));
  }

  /** Too late once there is a writer. */
  @Override
  public void setCharacterEncoding(@Nullable String charset) {
    if (writer == null) {
      super.setCharacterEncoding(charset);
    }
  }

  /** The charset stays that of the writer, if there is one. */
  @Override
  public void setContentType(@Nullable String type) {
    String charset = writer == null ? null : getCharacterEncoding();
    super.setContentType(type);
    if (charset != null) {
      super.setCharacterEncoding(charset);
    }
  }

  /** Commits what was written, as a flush does in a container; nothing is sent yet. */
  @Override
  public void flushBuffer() throws IOException {
    drainWriter();
    committed = true;
    body.flush();
  }

  private void flushed() {
    committed |= !draining;
  }

  /** Whether a container would have sent the head by now. */
  @Override
  public boolean isCommitted() {
    drainWriter();
    return committed
        || body.isClosed()
        || body.isOnItsWay()
        || isBufferFull()
        || isAsLongAsAnnounced()
        || response.isCommitted();
  }

  private boolean isBufferFull() {
    return body.written() > 0 && body.written() >= getBufferSize();
  }

  private boolean isAsLongAsAnnounced() {
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

  /** Passed on to the container once the response is recorded. */
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

  // The next three came with Servlet 6.1; an older container does not call them.

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

  /** Ends the response: what is written afterwards is dropped. */
  void finish() throws IOException {
    drainWriter();
    body.close();
  }

  /** Takes over what the writer still holds, which is not the servlet's flush. */
  private void drainWriter() {
    PrintWriter used = writer;
    if (used != null) {
      draining = true;
      used.flush();
      draining = false;
    }
  }
}
