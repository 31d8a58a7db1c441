package dev.reprise.verification.spring.http;

import dev.reprise.Retry;
import dev.reprise.http.HttpRetry;
import dev.reprise.reactor.webclient.RetryFilter;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.contract.ClientRequest;
import dev.reprise.testbed.http.contract.HttpFaultContract;
import dev.reprise.testbed.http.contract.HttpTestClient;
import dev.reprise.testbed.http.protocol.Transport;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/**
 * WebClient over the JDK's client: a proof, because the tests of reprise-reactor run the same
 * contract in the default build.
 */
@Tag("same-as-in-reactor")
class WebClientContractTest extends HttpFaultContract {

  @Override
  protected Transport transport() {
    return Transport.HTTP_1;
  }

  @Override
  protected HttpTestClient client(Retry retry, boolean trusting) {
    HttpClient.Builder client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .connectTimeout(Duration.ofSeconds(10));
    if (trusting) {
      client.sslContext(FaultyHttpServer.clientTls());
    }
    return new Client(
        WebClient.builder()
            .clientConnector(new JdkClientHttpConnector(client.build()))
            .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(8 * 1024 * 1024))
            .filter(RetryFilter.of(HttpRetry.of(retry)).readingBodiesUpTo(1_000_000))
            .build());
  }

  @Override
  protected boolean knowsWhatWasSent() {
    return false;
  }

  /** The client of the JDK keeps its connections until it is garbage collected. */
  @Override
  protected boolean closesConnections() {
    return false;
  }

  @Override
  protected boolean showsRedirects() {
    return false;
  }

  private record Client(WebClient client) implements HttpTestClient {

    @Override
    public Response send(ClientRequest toSend) {
      WebClient.RequestBodySpec request =
          client.method(HttpMethod.valueOf(toSend.method())).uri(toSend.uri());
      toSend.headers().forEach(request::header);
      String body = toSend.body();
      if (body != null) {
        request.attribute(RetryFilter.ONE_SHOT_BODY, toSend.onlyOnce()).bodyValue(body);
      }
      Mono<Response> received =
          request.exchangeToMono(
              response ->
                  response
                      .bodyToMono(String.class)
                      .defaultIfEmpty("")
                      .map(text -> new Response(response.statusCode().value(), text)));
      return Objects.requireNonNull(received.block());
    }

    @Override
    public void close() {}
  }
}
