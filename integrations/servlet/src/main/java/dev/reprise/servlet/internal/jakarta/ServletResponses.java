package dev.reprise.servlet.internal.jakarta;

import dev.reprise.servlet.internal.response.ErrorPage;
import dev.reprise.servlet.internal.response.ResponseContent;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Sends responses in a servlet container, and reads and sets their header fields. */
public final class ServletResponses {

  private ServletResponses() {}

  /** Sends a response. */
  public static void send(HttpServletResponse response, ResponseContent content)
      throws IOException {
    setHeaders(response, content.headers());
    ErrorPage error = content.error();
    if (error != null) {
      sendError(response, content.status(), error);
      return;
    }
    response.setStatus(content.status());
    byte[] body = content.body();
    if (body.length > 0) {
      response.setContentLength(body.length);
      response.getOutputStream().write(body);
    }
  }

  static void sendError(HttpServletResponse response, int status, ErrorPage page)
      throws IOException {
    if (page.message() == null) {
      response.sendError(status);
    } else {
      response.sendError(status, page.message());
    }
  }

  /** Sets fields, and removes those without values. */
  static void setHeaders(HttpServletResponse response, Map<String, List<String>> headers) {
    headers.forEach(
        (name, values) -> {
          if (values.isEmpty()) {
            response.setHeader(name, null);
          }
          for (int at = 0; at < values.size(); at++) {
            if (at == 0) {
              response.setHeader(name, values.get(at));
            } else {
              response.addHeader(name, values.get(at));
            }
          }
        });
  }

  static Map<String, List<String>> headers(HttpServletResponse response) {
    Map<String, List<String>> headers = ResponseContent.newFields();
    for (String name : response.getHeaderNames()) {
      headers.put(name, List.copyOf(response.getHeaders(name)));
    }
    String type = Objects.requireNonNullElse(response.getContentType(), "");
    if (!type.isEmpty()) {
      headers.put("Content-Type", List.of(type));
    }
    return headers;
  }
}
