package dev.reprise.jdkhttp;

import dev.reprise.Retry;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.contract.ClientRequest;
import dev.reprise.testbed.http.contract.HttpTestClient;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** The JDK's client as the client of the contract. */
final class JdkTestClient implements HttpTestClient {

  private final RetryingHttpClient client;

  JdkTestClient(Retry retry, boolean trusting, HttpClient.Version version) {
    HttpClient.Builder builder =
        HttpClient.newBuilder().version(version).followRedirects(HttpClient.Redirect.NORMAL);
    if (trusting) {
      builder.sslContext(FaultyHttpServer.clientTls());
    }
    client = RetryingHttpClient.of(builder.build(), retry);
  }

  /** Before Java 21 a client of the JDK keeps its connections until it is garbage collected. */
  static boolean closesConnections() {
    return Runtime.version().feature() >= 21;
  }

  @Override
  public Response send(ClientRequest toSend) throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(toSend.uri());
    request.method(toSend.method(), body(toSend));
    toSend.headers().forEach(request::header);
    HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
    return new Response(response.statusCode(), response.body());
  }

  private static BodyPublisher body(ClientRequest toSend) {
    String text = toSend.body();
    if (text == null) {
      return BodyPublishers.noBody();
    }
    BodyPublisher body = BodyPublishers.ofString(text);
    return toSend.onlyOnce() ? BodyPublishers.fromPublisher(body) : body;
  }

  @Override
  public void close() {
    client.close();
  }
}
