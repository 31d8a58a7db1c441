package dev.reprise.servlet;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Responses on the JDK's server. */
final class JdkResponses {

  private JdkResponses() {}

  /** Whether a response of this status never has a body. */
  static boolean hasNoBody(int status) {
    return status < 200 || status == 204 || status == 304;
  }

  /** The fields that are set now. */
  static Map<String, List<String>> fields(HttpExchange exchange) {
    Map<String, List<String>> fields = RecordedResponse.fields();
    exchange.getResponseHeaders().forEach((name, values) -> fields.put(name, List.copyOf(values)));
    return fields;
  }

  /** Sets these fields in place of all that are set, as they can be sent. */
  static void setFields(HttpExchange exchange, Map<String, List<String>> fields) {
    exchange.getResponseHeaders().clear();
    fields.forEach((name, values) -> setField(exchange, name, values));
  }

  /** Without values the field is removed. The server itself writes any character as eight bits. */
  private static void setField(HttpExchange exchange, String name, List<String> values) {
    if (values.isEmpty()) {
      exchange.getResponseHeaders().remove(name);
    } else if (FieldText.isName(name)) {
      List<String> sendable = new ArrayList<>();
      values.forEach(value -> sendable.add(FieldText.sendable(value)));
      exchange.getResponseHeaders().put(name, sendable);
    }
  }

  /** Sends all of a response, and ends the exchange. */
  static void send(HttpExchange exchange, RecordedResponse answer) throws IOException {
    answer.headers().forEach((name, values) -> setField(exchange, name, values));
    sendBody(exchange, answer.status(), answer.body());
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
