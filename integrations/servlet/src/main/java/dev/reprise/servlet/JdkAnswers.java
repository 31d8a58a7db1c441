package dev.reprise.servlet;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;

/** Answers on the JDK's server. */
final class JdkAnswers {

  private JdkAnswers() {}

  /** Sends all of an answer, and ends the exchange. */
  static void send(HttpExchange exchange, HttpAnswer answer) throws IOException {
    answer
        .headers()
        .forEach(
            (name, values) -> exchange.getResponseHeaders().put(name, new ArrayList<>(values)));
    sendBody(exchange, answer.status(), answer.body());
  }

  static void sendBody(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    }
    exchange.close();
  }
}
