package dev.reprise.jdkhttp;

import dev.reprise.Retry;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.contract.Ask;
import dev.reprise.testbed.http.contract.HttpTestClient;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** The JDK's client as the contract drives it. */
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

  /** Before 21 a client of the JDK keeps its connections until it is collected. */
  static boolean closesConnections() {
    return Runtime.version().feature() >= 21;
  }

  @Override
  public Answer send(Ask ask) throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(ask.uri());
    request.method(ask.method(), body(ask));
    ask.headers().forEach(request::header);
    HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
    return new Answer(response.statusCode(), response.body());
  }

  private static BodyPublisher body(Ask ask) {
    String text = ask.body();
    if (text == null) {
      return BodyPublishers.noBody();
    }
    BodyPublisher body = BodyPublishers.ofString(text);
    return ask.onlyOnce() ? BodyPublishers.fromPublisher(body) : body;
  }

  @Override
  public void close() {
    client.close();
  }
}
