package dev.reprise.examples.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OrdersTest {

  private FaultyHttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Orders orders() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(3)
            .backoff(Backoff.none())
            .withoutTimeLimit()
            .idempotency(Idempotency.IDEMPOTENT)
            .build();
    return new Orders(server.uri("/"), Retry.of(policy).withBudget(RetryBudget.unlimited()));
  }

  @Test
  void each_attempt_sends_the_user_of_the_context() {
    server.script(
        "/orders/17", Faults.closeWithoutResponse(), Step.reply(503), Step.reply(200, "open"));

    String order = orders().find("17").contextWrite(context -> context.put("user", "ann")).block();

    assertThat(order).isEqualTo("open");
    assertThat(server.requestLog().received())
        .extracting(request -> request.header("x-user").orElse("none"))
        .containsExactly("ann", "ann", "ann");
  }

  @Test
  void a_call_that_gives_up_has_the_last_known_order() {
    server.script(
        "/orders/17", Step.reply(200, "open"), Step.reply(503), Step.reply(503), Step.reply(503));
    Orders orders = orders();

    assertThat(List.of(orders.find("17").block(), orders.find("17").block()))
        .containsExactly("open", "open");
    assertThat(server.requestLog().received()).hasSize(4);
  }

  @Test
  void an_order_that_was_never_seen_is_empty() {
    server.script("/orders/17", Step.reply(503), Step.reply(503), Step.reply(503));

    assertThat(orders().find("17").blockOptional()).isEmpty();
  }
}
