package dev.reprise.servlet.internal.jdk;

import com.sun.net.httpserver.HttpExchange;
import dev.reprise.servlet.internal.flow.RequestBodyReader;
import dev.reprise.servlet.internal.response.FieldText;
import dev.reprise.servlet.internal.response.ResponseContent;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Sends responses on the JDK's server, and reads and sets their header fields. */
public final class JdkResponses {

  private JdkResponses() {}

  /** Returns true if responses of this status never have a body. */
  static boolean hasNoBody(int status) {
    return status < 200 || status == 204 || status == 304;
  }

  /** A copy of the header fields that are set now. */
  static Map<String, List<String>> fields(HttpExchange exchange) {
    Map<String, List<String>> fields = ResponseContent.newFields();
    exchange.getResponseHeaders().forEach((name, values) -> fields.put(name, List.copyOf(values)));
    return fields;
  }

  /** Replaces all fields by these; characters that are not valid become spaces. */
  static void setFields(HttpExchange exchange, Map<String, List<String>> fields) {
    exchange.getResponseHeaders().clear();
    fields.forEach((name, values) -> setField(exchange, name, values));
  }

  /** Removes a field without values. The server writes only the last eight bits of a character. */
  private static void setField(HttpExchange exchange, String name, List<String> values) {
    if (values.isEmpty()) {
      exchange.getResponseHeaders().remove(name);
    } else if (FieldText.isName(name)) {
      List<String> sendable = new ArrayList<>();
      values.forEach(value -> sendable.add(FieldText.sendable(value)));
      exchange.getResponseHeaders().put(name, sendable);
    }
  }

  /** Sends a response, and ends the exchange. */
  public static void send(HttpExchange exchange, ResponseContent content) throws IOException {
    content.headers().forEach((name, values) -> setField(exchange, name, values));
    sendBody(exchange, content.status(), content.body());
  }

  /** Sends a response with a body to a client that may still be sending, and ends the exchange. */
  public static void sendBeforeBodyIsRead(HttpExchange exchange, ResponseContent content)
      throws IOException {
    content.headers().forEach((name, values) -> setField(exchange, name, values));
    exchange.sendResponseHeaders(content.status(), content.body().length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(content.body());
      out.flush();
      RequestBodyReader.discardAfterRefusal(exchange.getRequestBody());
    }
    exchange.close();
  }

  static void sendBody(HttpExchange exchange, int status, byte[] body) throws IOException {
    boolean isEmpty = body.length == 0 || hasNoBody(status);
    exchange.sendResponseHeaders(status, isEmpty ? -1 : body.length);
    if (!isEmpty) {
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    }
    exchange.close();
  }
}
