package dev.reprise.reactor.webclient;

import dev.reprise.report.RetryReport;
import java.util.HashMap;
import java.util.Map;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.support.HttpRequestWrapper;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import org.springframework.web.reactive.function.client.support.ClientResponseWrapper;
import reactor.core.publisher.Mono;

/**
 * The last response, if it was rejected: exceptions that are made of it have the report, and its
 * request has it as an attribute.
 */
final class ReportedResponse extends ClientResponseWrapper {

  private final RetryReport report;

  ReportedResponse(ClientResponse response, RetryReport report) {
    super(response);
    this.report = report;
  }

  @Override
  public Mono<WebClientResponseException> createException() {
    return super.createException().doOnNext(report::attachTo);
  }

  @Override
  public <T> Mono<T> createError() {
    return createException().flatMap(Mono::error);
  }

  @Override
  public HttpRequest request() {
    return new ReportedRequest(super.request(), report);
  }

  private static final class ReportedRequest extends HttpRequestWrapper {

    private final Map<String, Object> attributes;

    ReportedRequest(HttpRequest request, RetryReport report) {
      super(request);
      attributes = new HashMap<>(request.getAttributes());
      attributes.put(RetryFilter.REPORT, report);
    }

    @Override
    public Map<String, Object> getAttributes() {
      return attributes;
    }
  }
}
