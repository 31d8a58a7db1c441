package dev.reprise.reactor.webclient;

import dev.reprise.Retry;
import dev.reprise.testbed.http.FaultyHttpServer;
import io.netty.handler.ssl.SslContextBuilder;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.time.Duration;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import reactor.netty.http.Http11SslContextSpec;
import reactor.netty.http.Http2SslContextSpec;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** WebClients on the connectors of Reactor Netty and of the JDK. */
final class Connectors {

  private Connectors() {}

  static WebClientTestClient reactorNetty(
      Retry retry, boolean trusting, HttpProtocol... protocols) {
    ConnectionProvider connections = ConnectionProvider.create("test", 100);
    HttpClient client = reactorNetty(connections).protocol(protocols);
    if (protocols[0] == HttpProtocol.H2) {
      client =
          client.secure(
              spec ->
                  spec.sslContext(
                      Http2SslContextSpec.forClient()
                          .configure(builder -> trust(builder, trusting))));
    } else {
      client =
          client.secure(
              spec ->
                  spec.sslContext(
                      Http11SslContextSpec.forClient()
                          .configure(builder -> trust(builder, trusting))));
    }
    return new WebClientTestClient(
        retry, new ReactorClientHttpConnector(client), connections::dispose);
  }

  static HttpClient reactorNetty(ConnectionProvider connections) {
    return HttpClient.create(connections).disableRetry(true).followRedirect(true);
  }

  private static void trust(SslContextBuilder builder, boolean trusting) {
    if (trusting) {
      builder.trustManager(FaultyHttpServer.clientTrust());
    }
  }

  static WebClientTestClient jdk(Retry retry, boolean trusting) {
    java.net.http.HttpClient.Builder client =
        java.net.http.HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .followRedirects(Redirect.NORMAL)
            .connectTimeout(Duration.ofSeconds(10));
    if (trusting) {
      client.sslContext(FaultyHttpServer.clientTls());
    }
    return new WebClientTestClient(retry, new JdkClientHttpConnector(client.build()), () -> {});
  }
}
