package dev.reprise.spring.http;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.client.DefaultResponseErrorHandler;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientResponseException;

/**
 * Throws the exception of Spring for the last response of a {@code RestClient}, if the retries gave
 * up on it. Spring's own last handler would throw the same, but nothing can add the report to it.
 */
final class LastResponseHandler extends DefaultResponseErrorHandler {

  private final RestClient.Builder client;

  /**
   * Creates a handler.
   *
   * @param client has the converters for {@code getResponseBodyAs}
   */
  LastResponseHandler(RestClient.Builder client) {
    this.client = client;
  }

  @Override
  public boolean hasError(ClientHttpResponse response) throws IOException {
    return response instanceof RetriedResponse last
        && last.reportOfFailure() != null
        && super.hasError(response);
  }

  @Override
  public void handleError(URI url, HttpMethod method, ClientHttpResponse response)
      throws IOException {
    try {
      super.handleError(url, method, response);
    } catch (RestClientResponseException failure) {
      HttpHeaders headers = response.getHeaders();
      byte[] body = failure.getResponseBodyAsByteArray();
      failure.setBodyConvertFunction(type -> converted(url, headers, body, type));
      throw failure;
    }
  }

  /** Only the client itself can read its converters, so it gets the body as a response. */
  private Object converted(URI url, HttpHeaders headers, byte[] body, ResolvableType type) {
    RestClient reader =
        client
            .clone()
            .requestFactory((uri, method) -> new PreparedExchange(uri, method, headers, body))
            .requestInterceptors(List::clear)
            .requestInitializers(List::clear)
            .build();
    return reader
        .get()
        .uri(url)
        .retrieve()
        .body(ParameterizedTypeReference.forType(type.getType()));
  }
}
