package dev.reprise.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;

/** A request whose work ends when the servlet returns. */
class BlockingRequest extends HttpServletRequestWrapper {

  BlockingRequest(HttpServletRequest request) {
    super(request);
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
