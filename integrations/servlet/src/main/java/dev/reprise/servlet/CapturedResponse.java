package dev.reprise.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A response whose body is kept until it is recorded; status and fields go through. */
final class CapturedResponse extends HttpServletResponseWrapper {

  private final HttpServletResponse response;
  private final Map<String, List<String>> before;
  private final int statusBefore;
  private final CapturedBody body;
  private @Nullable ServletOutputStream out;
  private @Nullable PrintWriter writer;
  private @Nullable String error;
  private int errorStatus;

  CapturedResponse(HttpServletResponse response, int maxBytes) {
    super(response);
    this.response = response;
    before = ServletExchange.headers(response);
    statusBefore = response.getStatus();
    body = new CapturedBody(maxBytes, response::getOutputStream);
  }

  /** What the servlet answered, having returned. */
  ServerExchange.Captured ended() throws IOException {
    flushWriter();
    return new Kept();
  }

  /** The answer of a servlet that has returned. */
  private final class Kept implements ServerExchange.Captured {

    @Override
    public HttpAnswer answer() {
      HttpAnswer answer =
          new HttpAnswer(getStatus(), Map.of(), body.bytes(), 0, error)
              .withHeaders(KeptHeaders.added(before, ServletExchange.headers(response)));
      return body.isOnItsWay() ? answer.withoutBody(body.written()) : answer;
    }

    @Override
    public void send() throws IOException {
      String message = error;
      if (message != null) {
        ServletExchange.sendError(response, errorStatus, message);
      } else if (!body.isOnItsWay() && body.written() > 0) {
        response.setContentLengthLong(body.written());
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
      given = new CapturedOutput(body);
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
      super.setCharacterEncoding(charset);
      given = new PrintWriter(new OutputStreamWriter(new CapturedOutput(body), charset));
      writer = given;
    }
    return given;
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

  @Override
  public void flushBuffer() throws IOException {
    flushWriter();
    body.flush();
  }

  @Override
  public boolean isCommitted() {
    return body.isClosed() || body.isOnItsWay() || response.isCommitted();
  }

  @Override
  public void resetBuffer() {
    checkNotCommitted();
    flushWriter();
    body.clear();
  }

  @Override
  public void reset() {
    resetBuffer();
    response.reset();
    ServletExchange.setHeaders(response, before);
    out = null;
    writer = null;
  }

  @Override
  public int getStatus() {
    return error == null ? super.getStatus() : errorStatus;
  }

  @Override
  public void sendError(int status) throws IOException {
    sendError(status, "");
  }

  /** Is told to the container once it is recorded. */
  @Override
  public void sendError(int status, @Nullable String message) throws IOException {
    resetBuffer();
    errorStatus = status;
    error = message == null ? "" : message;
    body.close();
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
      flushWriter();
    }
    setStatus(status);
    setHeader("Location", location);
    body.close();
  }

  private void flushWriter() {
    PrintWriter used = writer;
    if (used != null) {
      used.flush();
    }
  }

  private void checkNotCommitted() {
    if (isCommitted()) {
      throw new IllegalStateException("the response is committed");
    }
  }
}
