package dev.reprise.spring.http;

import dev.reprise.report.RetryReport;
import java.io.IOException;
import java.net.URI;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.client.ResponseErrorHandler;

/**
 * Adds the report to the exception that an error handler throws for the last response, so that
 * {@link RetryReport#of(Throwable)} finds it, and an outer call with retries does not repeat them.
 */
record FailureReports(ResponseErrorHandler handler) implements ResponseErrorHandler {

  static ResponseErrorHandler addedTo(ResponseErrorHandler handler) {
    return handler instanceof FailureReports ? handler : new FailureReports(handler);
  }

  @Override
  public boolean hasError(ClientHttpResponse response) throws IOException {
    return handler.hasError(response);
  }

  @Override
  public void handleError(URI url, HttpMethod method, ClientHttpResponse response)
      throws IOException {
    try {
      handler.handleError(url, method, response);
    } catch (IOException | RuntimeException failure) {
      RetryReport report =
          response instanceof RetriedResponse retried ? retried.reportOfFailure() : null;
      if (report != null) {
        report.attachTo(failure);
      }
      throw failure;
    }
  }
}
