package dev.reprise.reactor.webclient;

import dev.reprise.http.HttpResponseInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.client.ClientResponse;

/** Status and header fields of a response. */
record WebClientResponseInfo(
    int status, HttpHeaders headers, Instant receivedAt, boolean isFollowUp)
    implements HttpResponseInfo {

  static WebClientResponseInfo of(ClientResponse response, Instant receivedAt, boolean followUp) {
    return new WebClientResponseInfo(
        response.statusCode().value(), response.headers().asHttpHeaders(), receivedAt, followUp);
  }

  @Override
  public List<String> header(String name) {
    return lines(headers, name);
  }

  /** Lines of a field. The method {@code get} has other parameters in Spring 7 than in Spring 6. */
  static List<String> lines(HttpHeaders headers, String name) {
    List<String> lines = new ArrayList<>(1);
    headers.forEach(
        (field, values) -> {
          if (field.equalsIgnoreCase(name)) {
            lines.addAll(values);
          }
        });
    return lines;
  }
}
