package dev.reprise.reactor.webclient;

import dev.reprise.Retry;
import dev.reprise.http.HttpRetry;
import dev.reprise.testbed.http.contract.RequestBodyContract;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.BodyInserter;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.resources.ConnectionProvider;

class WebClientRequestBodyTest extends RequestBodyContract<WebClientRequestBodyTest.Body> {

  /** A body, and whether it is declared to be for one sending. */
  record Body(BodyInserter<?, ? super ClientHttpRequest> inserter, boolean oneShot) {}

  @Override
  protected List<Kind<Body>> kinds() {
    return List.of(
        kind("value", Promise.REPEATABLE, bytes -> body(BodyInserters.fromValue(bytes))),
        kind(
            "value for one sending",
            Promise.ONCE,
            bytes -> new Body(BodyInserters.fromValue(bytes), true)),
        kind(
            "mono",
            Promise.REPEATABLE,
            bytes -> body(BodyInserters.fromPublisher(Mono.just(bytes), byte[].class))),
        kind(
            "flux",
            Promise.REPEATABLE,
            bytes -> body(BodyInserters.fromPublisher(halves(bytes), byte[].class))),
        kind(
            "flux of a different end",
            Promise.BROKEN,
            bytes -> body(BodyInserters.fromPublisher(changing(bytes), byte[].class))),
        kind(
            "stream",
            Promise.ONCE,
            bytes ->
                body(
                    BodyInserters.fromResource(
                        new InputStreamResource(new ByteArrayInputStream(bytes))))));
  }

  private static Flux<byte[]> halves(byte[] bytes) {
    int half = bytes.length / 2;
    return Flux.just(Arrays.copyOf(bytes, half), Arrays.copyOfRange(bytes, half, bytes.length));
  }

  /**
   * In one part: a part that the first attempt has not produced before it failed could not be
   * compared.
   */
  private static Flux<byte[]> changing(byte[] bytes) {
    AtomicInteger times = new AtomicInteger();
    return Flux.defer(
        () -> {
          byte[] content = bytes.clone();
          content[content.length - 1] += (byte) times.getAndIncrement();
          return Flux.just(content);
        });
  }

  private static Body body(BodyInserter<?, ? super ClientHttpRequest> inserter) {
    return new Body(inserter, false);
  }

  @Override
  protected Body bodyOf(Path file) {
    return body(BodyInserters.fromResource(new FileSystemResource(file)));
  }

  @Override
  protected List<Transport> transports() {
    return List.of(Transport.HTTP_1);
  }

  @Override
  protected Sender<Body> sender(Retry retry, Transport transport) {
    ConnectionProvider connections = ConnectionProvider.create("test", 10);
    WebClient client =
        WebClient.builder()
            .clientConnector(new ReactorClientHttpConnector(Connectors.reactorNetty(connections)))
            .filter(RetryFilter.of(HttpRetry.of(retry)))
            .build();
    return new Sender<>() {
      @Override
      public int put(URI uri, Body body) {
        Mono<Integer> status =
            client
                .put()
                .uri(uri)
                .attribute(RetryFilter.ONE_SHOT_BODY, body.oneShot())
                .body(body.inserter())
                .exchangeToMono(
                    response -> response.releaseBody().thenReturn(response.statusCode().value()));
        return Objects.requireNonNull(status.block());
      }

      @Override
      public void close() {
        connections.dispose();
      }
    };
  }
}
