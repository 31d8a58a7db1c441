package dev.reprise.examples.spring.shop;

import java.math.BigDecimal;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** Pays orders. The number of an order is its key, so each order is paid once. */
@Component
class Payments {

  private final RestClient client;

  Payments(RestClient paymentsClient) {
    this.client = paymentsClient;
  }

  record Payment(String order, BigDecimal euros) {}

  void pay(Order order) {
    client
        .post()
        .uri("/payments")
        .header("Idempotency-Key", '"' + order.number() + '"')
        .body(new Payment(order.number(), order.euros()))
        .retrieve()
        .toBodilessEntity();
  }
}
