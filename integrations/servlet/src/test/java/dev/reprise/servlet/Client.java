package dev.reprise.servlet;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Sends requests as any client can. */
final class Client {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final Duration BOUND = Duration.ofSeconds(30);

  private final TestServer server;

  Client(TestServer server) {
    this.server = server;
  }

  /** Builds a request of the user ann, which a test may change. */
  HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(server.address() + path))
        .timeout(BOUND)
        .header("X-User", "ann");
  }

  HttpRequest.Builder withKey(String key) {
    return withKey("payments", key);
  }

  private HttpRequest.Builder withKey(String path, String key) {
    return to(path).header("Idempotency-Key", '"' + key + '"');
  }

  HttpResponse<String> postTo(String path, String key, String body)
      throws IOException, InterruptedException {
    return send(withKey(path, key).POST(BodyPublishers.ofString(body)));
  }

  HttpResponse<String> post(String key, String body) throws IOException, InterruptedException {
    return send(withKey(key).POST(BodyPublishers.ofString(body)));
  }

  /** Sends a part of a much longer body, and returns the status line of the response. */
  String statusAfter(int sent, String... fields) throws IOException {
    return status(sent, sent + (1L << 40), fields);
  }

  /** Sends a whole body, and returns the status line of the response. */
  String statusAfterWhole(int length) throws IOException {
    return status(length, length);
  }

  private String status(int sent, long announced, String... fields) throws IOException {
    URI address = server.address();
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      socket.setSoTimeout((int) BOUND.toMillis());
      OutputStream out = socket.getOutputStream();
      out.write(
          ("POST /payments HTTP/1.1\r\nHost: "
                  + address.getAuthority()
                  + "\r\nContent-Length: "
                  + announced
                  + "\r\n"
                  + String.join("\r\n", fields)
                  + (fields.length == 0 ? "\r\n" : "\r\n\r\n"))
              .getBytes(StandardCharsets.US_ASCII));
      out.write(new byte[sent]);
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      return Objects.requireNonNull(in.readLine());
    }
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return HTTP.send(request.build(), BodyHandlers.ofString());
  }

  CompletableFuture<HttpResponse<String>> postLater(String key, String body) {
    return HTTP.sendAsync(
        withKey(key).POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
  }
}
