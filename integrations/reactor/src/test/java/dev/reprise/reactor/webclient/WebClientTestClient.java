package dev.reprise.reactor.webclient;

import dev.reprise.Retry;
import dev.reprise.http.HttpRetry;
import dev.reprise.testbed.http.contract.ClientRequest;
import dev.reprise.testbed.http.contract.HttpTestClient;
import java.util.Objects;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** A WebClient as the client of the contract. */
final class WebClientTestClient implements HttpTestClient {

  private final WebClient client;
  private final Runnable closing;

  WebClientTestClient(Retry retry, ClientHttpConnector connector, Runnable closing) {
    client =
        WebClient.builder()
            .clientConnector(connector)
            .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(8 * 1024 * 1024))
            .filter(RetryFilter.of(HttpRetry.of(retry)).readingBodiesUpTo(1_000_000))
            .build();
    this.closing = closing;
  }

  @Override
  public Response send(ClientRequest toSend) {
    WebClient.RequestBodySpec request =
        client.method(HttpMethod.valueOf(toSend.method())).uri(toSend.uri());
    toSend.headers().forEach(request::header);
    String body = toSend.body();
    if (body != null) {
      request.bodyValue(body);
      if (toSend.onlyOnce()) {
        request.attribute(RetryFilter.ONE_SHOT_BODY, true);
      }
    }
    Mono<Response> response =
        request.exchangeToMono(
            answer ->
                answer
                    .bodyToMono(String.class)
                    .defaultIfEmpty("")
                    .map(text -> new Response(answer.statusCode().value(), text)));
    return Objects.requireNonNull(response.block());
  }

  @Override
  public void close() {
    closing.run();
  }
}
