package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IdempotencyKeysTest {

  private final List<String> keys = new CopyOnWriteArrayList<>();
  private final AtomicInteger failures = new AtomicInteger();
  private final VirtualTime time = VirtualTime.seeded(1);
  private HttpServer server;
  private IdempotencyKeys client;

  @BeforeEach
  void begin() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/payments", this::answer);
    server.start();
    URI payments =
        URI.create(
            "http://"
                + server.getAddress().getAddress().getHostAddress()
                + ":"
                + server.getAddress().getPort()
                + "/payments");
    client =
        new IdempotencyKeys(payments, Retry.of(IdempotencyKeys.policy()).withEnvironment(time));
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
    byte[] body = "paid ".getBytes(StandardCharsets.UTF_8);
    boolean fails = failures.getAndDecrement() > 0;
    exchange.sendResponseHeaders(fails ? 503 : 201, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Test
  void all_attempts_of_a_payment_have_one_key_and_the_next_payment_has_another() throws Exception {
    failures.set(2);
    assertThat(client.pay("5 EUR")).isEqualTo("paid ");
    client.pay("5 EUR");

    assertThat(keys).hasSize(4);
    assertThat(keys.subList(0, 3)).containsOnly(keys.get(0));
    assertThat(keys.get(3)).isNotEqualTo(keys.get(0));
    assertThat(keys.get(0)).startsWith("\"").endsWith("\"");
    assertThat(UUID.fromString(keys.get(0).replace("\"", "")).version()).isEqualTo(7);
  }

  @Test
  void a_payment_repeated_after_a_crash_has_the_key_of_its_order() throws Exception {
    failures.set(9);
    assertThatThrownBy(() -> client.payOrder("7", "5 EUR")).hasMessage("status 503");
    failures.set(0);
    client.payOrder("7", "5 EUR");

    assertThat(keys).hasSize(5).containsOnly("\"order-7\"");
  }

  @Test
  void a_payment_within_another_call_keeps_that_calls_key() throws Exception {
    Retry checkout =
        Retry.of(RetryPolicy.builder().retryOn(IOException.class).build()).withEnvironment(time);
    failures.set(2);
    client.payWithin(checkout, "5 EUR");

    assertThat(keys).hasSize(3).containsOnly(keys.get(0));
  }

  @Test
  void two_payments_within_another_call_have_different_keys() throws Exception {
    assertThat(client.payInTwoParts(Retry.none(), "2 EUR", "3 EUR")).isEqualTo("paid paid ");

    assertThat(keys).hasSize(2).doesNotHaveDuplicates();
    assertThat(keys.get(0).replace("-1\"", "")).isEqualTo(keys.get(1).replace("-2\"", ""));
  }

  @Test
  void a_key_is_a_string_of_rfc_8941() {
    assertThat(IdempotencyKeys.quoted("a\\b\"c")).isEqualTo("\"a\\\\b\\\"c\"");
  }
}
