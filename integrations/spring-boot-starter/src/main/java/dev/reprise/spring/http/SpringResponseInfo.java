package dev.reprise.spring.http;

import dev.reprise.http.HttpResponseInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.springframework.http.HttpHeaders;

/** Status and header fields of a response. */
record SpringResponseInfo(int status, HttpHeaders headers, Instant receivedAt)
    implements HttpResponseInfo {

  @Override
  public List<String> header(String name) {
    return lines(headers, name);
  }

  /** Lines of a field. The method {@code get} has other parameters in Spring 7 than in Spring 6. */
  static List<String> lines(HttpHeaders headers, String name) {
    List<String> lines = new ArrayList<>();
    headers.forEach(
        (field, values) -> {
          if (field.equalsIgnoreCase(name)) {
            lines.addAll(values);
          }
        });
    return lines;
  }
}
