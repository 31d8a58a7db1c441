package dev.reprise.servlet.internal.jakarta;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A request that must be finished when the servlet returns: it cannot be asynchronous. */
class BlockingRequest extends HttpServletRequestWrapper {

  private final CommittableResponse captured;

  BlockingRequest(HttpServletRequest request, CommittableResponse captured) {
    super(request);
    this.captured = captured;
  }

  @Override
  public final @Nullable RequestDispatcher getRequestDispatcher(String path) {
    RequestDispatcher target = super.getRequestDispatcher(path);
    return target == null ? null : new Forwarding(target, captured);
  }

  /**
   * Clears the captured response before a forward and ends it afterwards. A container does both
   * only for its own response.
   */
  private record Forwarding(RequestDispatcher target, CommittableResponse captured)
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
