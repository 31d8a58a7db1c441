package dev.reprise.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/** SendMessageBatch of SQS, for any queue; refuses the messages of the queue {@code refused}. */
final class QueueServer implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private final BooleanSupplier throttles;

  /**
   * Starts a server.
   *
   * @param throttles whether it throttles the next request
   */
  QueueServer(BooleanSupplier throttles) {
    this.throttles = throttles;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private void answer(HttpExchange exchange) throws IOException {
    if (throttles.getAsBoolean()) {
      exchange.getRequestBody().readAllBytes();
      respond(exchange, 400, "{\"__type\":\"com.amazonaws.sqs#RequestThrottled\"}");
      return;
    }
    List<String> done = new ArrayList<>();
    List<String> failed = new ArrayList<>();
    boolean refuses = read(exchange.getRequestBody(), done, failed);
    String text =
        "{\"Successful\":["
            + String.join(",", refuses ? List.of() : done)
            + "],\"Failed\":["
            + String.join(",", refuses ? failed : List.of())
            + "]}";
    respond(exchange, 200, text);
  }

  private static void respond(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** Adds both results of each entry, and returns whether the queue refuses them. */
  private static boolean read(InputStream in, List<String> done, List<String> failed)
      throws IOException {
    boolean refuses = false;
    String id = "";
    try (JsonParser json = new JsonFactory().createParser(in)) {
      while (json.nextToken() != null) {
        if (json.currentToken() == JsonToken.VALUE_STRING) {
          switch (json.currentName()) {
            case "QueueUrl" -> refuses = json.getText().endsWith("/refused");
            case "Id" -> id = json.getText();
            case "MessageBody" -> {
              done.add(
                  "{\"Id\":\"%s\",\"MessageId\":\"m\",\"MD5OfMessageBody\":\"%s\"}"
                      .formatted(id, md5(json.getText())));
              failed.add("{\"Id\":\"%s\",\"SenderFault\":true,\"Code\":\"Refused\"}".formatted(id));
            }
            default -> {}
          }
        }
      }
    }
    return refuses;
  }

  private static String md5(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
