package dev.reprise.reactor.webclient;

import dev.reprise.Retry;
import dev.reprise.http.HttpRetry;
import dev.reprise.policy.RetryPolicy;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** The code of the snippets in the Javadoc of this package and on its page of the guide. */
final class JavadocSnippets {

  private JavadocSnippets() {}

  record Order(String id) {}

  static WebClient client(Retry retry) {
    WebClient client = WebClient.builder().filter(RetryFilter.of(HttpRetry.of(retry))).build();
    return client;
  }

  static Mono<Order> page(RetryPolicy policy, String id) {
    HttpRetry orders = HttpRetry.of(Retry.of(policy).named("orders"));
    WebClient client =
        WebClient.builder()
            .baseUrl("https://orders.example")
            .filter(RetryFilter.of(orders).readingBodiesUpTo(1_000_000))
            .build();

    Mono<Order> order = client.get().uri("/orders/{id}", id).retrieve().bodyToMono(Order.class);
    return order;
  }
}
