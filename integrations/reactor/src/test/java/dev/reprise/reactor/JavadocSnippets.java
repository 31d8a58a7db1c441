package dev.reprise.reactor;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.report.SendResult;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** The code of the snippets in the Javadoc of this module and on its page of the guide. */
final class JavadocSnippets {

  private JavadocSnippets() {}

  record Order(String id) {}

  record Receipt(String text) {}

  interface Client {
    Mono<Order> fetch(String id);

    Flux<Order> list();

    Mono<Receipt> pay(Order order, String key);
  }

  static Flux<Order> operators(RetryPolicy policy, Client client, String id) {
    ReactorRetry orders = ReactorRetry.of(Retry.of(policy).named("orders"));
    Mono<Order> order = client.fetch(id).transform(orders::mono);
    Flux<Order> all = client.list().transform(orders::flux);
    return all.startWith(order);
  }

  static Flux<ReactorSender.SentItem<Order>> pushed(
      Batch<Order> batch, Order order, Flux<Order> orders) {
    ReactorSender<Order> sender = ReactorSender.of(batch.sender());
    Mono<SendResult> sent = sender.send(order);
    Flux<ReactorSender.SentItem<Order>> results = orders.transform(sender::flux);
    return sent.thenMany(results);
  }

  static Mono<Receipt> withAttempt(ReactorRetry payments, Client client, Order order) {
    Mono<Receipt> paid = payments.monoWith(attempt -> client.pay(order, attempt.idempotencyKey()));
    return paid;
  }

  static Mono<Order> withFallback(ReactorRetry orders, Client client, Client cache, String id) {
    Mono<Order> found = orders.monoOrElse(attempt -> client.fetch(id), failed -> cache.fetch(id));
    return found;
  }

  static void virtualTime(ReactorRetry orders, Client client, String id, Order order) {
    StepVerifier.withVirtualTime(() -> client.fetch(id).transform(orders::mono))
        .expectSubscription()
        .expectNoEvent(Duration.ofMillis(100))
        .expectNext(order)
        .verifyComplete();
  }
}
