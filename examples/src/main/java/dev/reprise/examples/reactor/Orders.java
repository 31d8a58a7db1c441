package dev.reprise.examples.reactor;

import dev.reprise.Retry;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.reactor.ReactorRetry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Mono;

/** A client for orders whose requests are retried. */
public final class Orders {

  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, String> known = new ConcurrentHashMap<>();
  private final URI server;
  private final ReactorRetry orders;

  Orders(URI server, Retry retry) {
    this.server = server;
    this.orders = ReactorRetry.of(retry);
  }

  /**
   * Creates a client.
   *
   * @param server for example {@code http://orders.example}
   */
  public Orders(URI server) {
    this(server, Retry.of(policy()).named("orders"));
  }

  private static RetryPolicy policy() {
    return RetryPolicy.builder()
        .maxAttempts(4)
        .within(Duration.ofSeconds(10))
        .attemptTimeout(Duration.ofSeconds(2))
        .idempotency(Idempotency.IDEMPOTENT)
        .build();
  }

  /**
   * Finds an order. Emits its last known state if the server cannot be reached.
   *
   * @param id the number of the order
   * @return the order; empty if the server has failed and the order has not been seen before
   */
  public Mono<String> find(String id) {
    return orders
        .monoOrElse(attempt -> fetch(id), failed -> Mono.justOrEmpty(known.get(id)))
        .doOnNext(order -> known.put(id, order));
  }

  private Mono<String> fetch(String id) {
    return Mono.deferContextual(
            context ->
                Mono.fromFuture(
                    http.sendAsync(
                        HttpRequest.newBuilder(server.resolve("/orders/" + id))
                            .header("X-User", context.getOrDefault("user", "nobody"))
                            .build(),
                        BodyHandlers.ofString())))
        .flatMap(Orders::body);
  }

  private static Mono<String> body(HttpResponse<String> response) {
    return response.statusCode() == 200
        ? Mono.just(response.body())
        : Mono.error(new IOException("status " + response.statusCode()));
  }
}
