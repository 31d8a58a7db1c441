package dev.reprise.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A request whose work ends when the servlet returns. */
class BlockingRequest extends HttpServletRequestWrapper {

  private final CapturedResponse captured;

  BlockingRequest(HttpServletRequest request, CapturedResponse captured) {
    super(request);
    this.captured = captured;
  }

  @Override
  public final @Nullable RequestDispatcher getRequestDispatcher(String path) {
    RequestDispatcher target = super.getRequestDispatcher(path);
    return target == null ? null : new Forwarding(target, captured);
  }

  /**
   * A container clears what was written before a forward, and ends the response after it, in its
   * own response alone.
   */
  private record Forwarding(RequestDispatcher target, CapturedResponse captured)
      implements RequestDispatcher {

    @Override
    public void forward(ServletRequest request, ServletResponse response)
        throws ServletException, IOException {
      captured.resetBuffer();
      target.forward(request, response);
      captured.finish();
    }

    @Override
    public void include(ServletRequest request, ServletResponse response)
        throws ServletException, IOException {
      target.include(request, response);
    }
  }

  @Override
  public final boolean isAsyncSupported() {
    return false;
  }

  @Override
  public final AsyncContext startAsync() {
    throw new IllegalStateException(
        "a request with an Idempotency-Key must be answered before the servlet returns,"
            + " so it cannot be asynchronous");
  }

  @Override
  public final AsyncContext startAsync(ServletRequest request, ServletResponse response) {
    return startAsync();
  }
}
