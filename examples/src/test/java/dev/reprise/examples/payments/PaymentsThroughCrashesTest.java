package dev.reprise.examples.payments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.payments.PaymentClient.Receipt;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.testbed.tcp.Cut;
import dev.reprise.testbed.tcp.TcpProxy;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A client pays through a proxy that drops 20 % of the responses. The server is killed with SIGKILL
 * twice and started again; the database keeps running.
 */
class PaymentsThroughCrashesTest {

  /** The database logs many lines at its start. */
  private static final Logger LOGGER = Logger.getLogger("");

  private static final int CLIENTS = 8;
  private static final double DROPPED = 0.2;

  private static EmbeddedPostgres database;

  @BeforeAll
  static void startDatabase() throws IOException {
    LOGGER.setLevel(Level.WARNING);
    database =
        EmbeddedPostgres.builder()
            .setPGStartupWait(Duration.ofMinutes(1))
            .setServerConfig("synchronous_commit", "on")
            .start();
  }

  @AfterAll
  static void stopDatabase() throws IOException {
    database.close();
    LOGGER.setLevel(Level.INFO);
  }

  @BeforeEach
  void dropPayments() throws SQLException {
    try (Connection connection = database.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS payments");
    }
  }

  @Test
  void the_guard_pays_once_without_http() throws SQLException {
    ExactlyOnce service = new ExactlyOnce(database.getPostgresDatabase());
    IdempotencyKey key = IdempotencyKey.of("ann", "pay", "1");
    String receipt = service.pay(key, "10 EUR");
    assertThat(service.pay(key, "10 EUR")).isEqualTo(receipt);
    assertThat(payments().get("10 EUR")).hasSize(1);
    assertThat(service.forgetOld()).isZero();
  }

  @Test
  void each_payment_is_made_once() throws Exception {
    payAndKill(100);
  }

  @Test
  @Tag("proof")
  void each_of_a_thousand_payments_is_made_once() throws Exception {
    payAndKill(1_000);
  }

  /** The effect of the proxy on a server that does not recognise repeated requests. */
  @Test
  void without_the_guard_payments_are_made_twice() throws Exception {
    try (PaymentServers servers = new PaymentServers(careless());
        TcpProxy proxy = TcpProxy.to("127.0.0.1", servers.start()).start()) {
      proxy.dropResponses(DROPPED, 7, Cut.RESET);
      pay(proxy, new Progress(100));
      assertThat(payments().values().stream().mapToInt(List::size).sum()).isGreaterThan(100);
    }
  }

  private static void payAndKill(int payments) throws Exception {
    try (PaymentServers servers = new PaymentServers(arguments());
        TcpProxy proxy = TcpProxy.to("127.0.0.1", servers.start()).start()) {
      proxy.dropResponses(DROPPED, 7, Cut.RESET);
      Progress progress = new Progress(payments);
      ExecutorService killer = Executors.newSingleThreadExecutor();
      Future<Integer> killed = killer.submit(() -> killTwice(servers, proxy, progress));
      List<Receipt> receipts = pay(proxy, progress);
      assertThat(killed.get()).isEqualTo(2);
      killer.shutdown();
      assertEachOnce(receipts, payments());
      report(receipts, payments(), proxy);
    }
  }

  /** The number of payments with a receipt; latches wait for one third and two thirds of them. */
  private static final class Progress {
    final int payments;
    final CountDownLatch first;
    final CountDownLatch second;

    Progress(int payments) {
      this.payments = payments;
      first = new CountDownLatch(payments / 3);
      second = new CountDownLatch(2 * payments / 3);
    }

    void paid() {
      first.countDown();
      second.countDown();
    }
  }

  private static int killTwice(PaymentServers servers, TcpProxy proxy, Progress progress)
      throws Exception {
    int kills = 0;
    for (CountDownLatch moment : List.of(progress.first, progress.second)) {
      moment.await();
      servers.kill();
      kills++;
      proxy.retarget("127.0.0.1", servers.start());
    }
    return kills;
  }

  private static List<Receipt> pay(TcpProxy proxy, Progress progress) throws Exception {
    PaymentClient client =
        new PaymentClient(URI.create("http://127.0.0.1:" + proxy.port() + "/payments"));
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Callable<Receipt>> work = new ArrayList<>();
      for (int payment = 0; payment < progress.payments; payment++) {
        String reference = "payment " + payment;
        work.add(
            () -> {
              Receipt receipt = client.pay(reference);
              progress.paid();
              return receipt;
            });
      }
      List<Receipt> receipts = new ArrayList<>();
      for (Future<Receipt> future : clients.invokeAll(work)) {
        receipts.add(future.get());
      }
      return receipts;
    } finally {
      clients.shutdownNow();
    }
  }

  private static void assertEachOnce(List<Receipt> receipts, Map<String, List<Long>> payments) {
    assertThat(payments).hasSize(receipts.size());
    for (Receipt receipt : receipts) {
      assertThat(payments.get(receipt.reference())).containsExactly(receipt.number());
    }
  }

  private static void report(
      List<Receipt> receipts, Map<String, List<Long>> payments, TcpProxy proxy) {
    int attempts = receipts.stream().mapToInt(Receipt::attempts).sum();
    System.out.printf(
        "%d payments asked for, %d in the database, none twice, none lost;"
            + " %d attempts, %d answers lost on the way, 2 servers killed%n",
        receipts.size(),
        payments.values().stream().mapToInt(List::size).sum(),
        attempts,
        proxy.connectionsCut());
  }

  private static List<String> arguments() {
    return List.of(database.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
  }

  private static List<String> careless() {
    List<String> arguments = new ArrayList<>(arguments());
    arguments.add("careless");
    return arguments;
  }

  private static Map<String, List<Long>> payments() throws SQLException {
    Map<String, List<Long>> numbers = new HashMap<>();
    try (Connection connection = database.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT reference, number FROM payments")) {
      while (rows.next()) {
        numbers
            .computeIfAbsent(rows.getString("reference"), absent -> new ArrayList<>())
            .add(rows.getLong("number"));
      }
    }
    return numbers;
  }
}
