package dev.reprise.examples.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpServer;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PaymentServerTest {

  private final IdempotencyStore store = new InMemoryIdempotencyStore();
  private final List<String> booked = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;
  private HttpContext context;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    Authenticator anybody =
        new BasicAuthenticator("payments") {
          @Override
          public boolean checkCredentials(String user, String password) {
            return true;
          }
        };
    context =
        PaymentServer.onJdkServer(
            server,
            PaymentServer.requests(store),
            exchange -> PaymentServer.pay(exchange, new Ledger()),
            anybody);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private HttpResponse<String> pay(String user, String key, String payment) throws Exception {
    byte[] credentials = (user + ":secret").getBytes(StandardCharsets.UTF_8);
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://localhost:" + server.getAddress().getPort() + "/payments"))
            .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials))
            .header("Idempotency-Key", '"' + key + '"')
            .POST(BodyPublishers.ofString(payment))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  @Test
  void processes_a_payment_once() throws Exception {
    HttpResponse<String> first = pay("ann", "k", "17 to bob");
    HttpResponse<String> second = pay("ann", "k", "17 to bob");
    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(second.statusCode()).isEqualTo(201);
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.headers().firstValue("Idempotency-Replayed")).hasValue("true");
    assertThat(pay("ann", "k", "18 to bob").statusCode()).isEqualTo(422);
    assertThat(pay("eve", "k", "17 to bob").statusCode()).isEqualTo(201);
    assertThat(booked).containsExactly("17 to bob", "17 to bob");
  }

  @Test
  void admits_requests_below_its_capacity() throws Exception {
    PaymentServer.limitHandlers(context, PaymentServer.limit());
    assertThat(pay("ann", "k", "17 to bob").statusCode()).isEqualTo(201);
    assertThat(context.getFilters()).hasSize(1);
  }

  /** A database that commits each statement. */
  private final class Ledger implements PaymentServer.Database, PaymentServer.Transaction {

    @Override
    public <T> T inTransaction(Function<PaymentServer.Transaction, T> work) {
      return work.apply(this);
    }

    @Override
    public IdempotencyStore store() {
      return store;
    }

    @Override
    public String book(String payment) {
      booked.add(payment);
      return "receipt " + booked.size();
    }
  }
}
