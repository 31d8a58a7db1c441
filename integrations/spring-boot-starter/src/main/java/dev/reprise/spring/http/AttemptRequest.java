package dev.reprise.spring.http;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.support.HttpRequestWrapper;

/**
 * The request of one attempt, with a copy of the header fields: what an interceptor adds is not in
 * the next attempt.
 */
final class AttemptRequest extends HttpRequestWrapper {

  private final HttpHeaders headers = new HttpHeaders();

  AttemptRequest(HttpRequest given) {
    super(given);
    given.getHeaders().forEach(headers::addAll);
  }

  @Override
  public HttpHeaders getHeaders() {
    return headers;
  }
}
