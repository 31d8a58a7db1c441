package dev.reprise.reactor.webclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.http.HttpRetry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.resources.ConnectionProvider;

/** Connections of a pool that has few: a request waits until an earlier one has freed its own. */
class PooledConnectionsTest {

  private static final Duration SOON = Duration.ofMinutes(1);

  private final ConnectionProvider connections =
      ConnectionProvider.builder("few")
          .maxConnections(2)
          .pendingAcquireTimeout(SOON)
          .pendingAcquireMaxCount(-1)
          .build();
  private FaultyHttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
  }

  @AfterEach
  void stop() {
    connections.dispose();
    server.close();
  }

  private WebClient client() {
    Retry retry =
        Retry.of(
                RetryPolicy.builder()
                    .maxAttempts(100)
                    .backoff(Backoff.fixed(Duration.ofMillis(1)))
                    .build())
            .withBudget(RetryBudget.unlimited());
    return WebClient.builder()
        .clientConnector(new ReactorClientHttpConnector(Connectors.reactorNetty(connections)))
        .filter(RetryFilter.of(HttpRetry.of(retry)))
        .build();
  }

  private Mono<String> page(WebClient client, String path) {
    return client.get().uri(server.uri(path)).retrieve().bodyToMono(String.class);
  }

  @Test
  void each_attempt_finds_the_connections_of_the_earlier_ones_free() {
    server.script(
        "/a",
        (request, number) ->
            switch (number % 5) {
              case 0 -> Step.reply(200, "page");
              case 1 -> Step.reply(503, "busy");
              case 2 -> Step.reply(503, "busy ".repeat(50_000));
              case 3 -> Step.reply(429, "later", "Retry-After", "0");
              default -> Faults.resetInHeaders();
            });
    WebClient client = client();

    assertThat(Flux.range(0, 20).flatMap(call -> page(client, "/a")).collectList().block(SOON))
        .hasSize(20)
        .containsOnly("page");
  }

  @Test
  void calls_that_are_cancelled_at_random_keep_no_connection() {
    server.script(
        "/a",
        (request, number) ->
            switch (number % 3) {
              case 0 -> Step.reply(503, "busy");
              case 1 -> Step.reply(503, "busy ".repeat(50_000));
              default -> Step.reply(200, "page ".repeat(1_000));
            });
    server.script("/b", (request, number) -> Step.reply(200, "page"));
    WebClient client = client();
    Flux.range(0, 200)
        .flatMap(
            call ->
                page(client, "/a")
                    .takeUntilOther(Mono.delay(Duration.ofNanos((call % 50) * 100_000L)))
                    .onErrorResume(failure -> Mono.empty()),
            8)
        .then()
        .block(SOON);

    assertThat(Flux.range(0, 20).flatMap(call -> page(client, "/b")).collectList().block(SOON))
        .hasSize(20)
        .containsOnly("page");
  }
}
