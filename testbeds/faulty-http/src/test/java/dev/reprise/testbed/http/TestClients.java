package dev.reprise.testbed.http;

import dev.reprise.testbed.http.protocol.Protocol;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Creates and uses the client of the JDK. */
final class TestClients {
  private TestClients() {}

  static HttpClient client(Protocol protocol) {
    return HttpClient.newBuilder()
        .version(
            protocol == Protocol.HTTP_2 ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
        .sslContext(FaultyHttpServer.clientTls())
        .build();
  }

  static HttpResponse<String> get(HttpClient client, FaultyHttpServer server, String path)
      throws IOException, InterruptedException {
    return client.send(HttpRequest.newBuilder(server.uri(path)).build(), BodyHandlers.ofString());
  }

  static HttpResponse<String> post(
      HttpClient client, FaultyHttpServer server, String path, String body)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(server.uri(path)).POST(BodyPublishers.ofString(body)).build(),
        BodyHandlers.ofString());
  }
}
