package dev.reprise.examples.payments;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.reprise.jdbc.TransactionRetry;
import dev.reprise.jdbc.store.SqlIdempotencyStore;
import dev.reprise.servlet.GuardedRequest;
import dev.reprise.servlet.IdempotencyHandlerFilter;
import dev.reprise.servlet.IdempotentRequests;
import dev.reprise.servlet.RecordedResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/**
 * Receives payments over HTTP and writes them to a database. A payment and its recorded response
 * are committed together, so each payment is made once, even if the server is killed at any point.
 */
public final class PaymentServer {

  private static final int THREADS = 16;

  private final DataSource dataSource;
  private final SqlIdempotencyStore store;
  private final TransactionRetry transactions;

  private PaymentServer(DataSource dataSource) {
    this.dataSource = dataSource;
    store = SqlIdempotencyStore.on(dataSource).createSchema().open();
    transactions = TransactionRetry.on(dataSource);
  }

  /**
   * Runs a server until it is killed, and prints the port that it listens on.
   *
   * @param arguments URL, user and password of the database; {@code careless} as the fourth
   *     argument disables the guard
   * @throws IOException if no port is free
   * @throws SQLException if the database fails
   */
  public static void main(String[] arguments) throws IOException, SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(arguments[0]);
    config.setUsername(arguments[1]);
    config.setPassword(arguments[2]);
    config.setMaximumPoolSize(2 * THREADS);
    config.setMinimumIdle(1);
    PaymentServer server = new PaymentServer(new HikariDataSource(config));
    server.createTable();
    HttpHandler handler = arguments.length > 3 ? server::takeCarelessly : server.guarded();
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/payments", handler);
    http.setExecutor(Executors.newFixedThreadPool(THREADS));
    http.start();
    System.out.println(http.getAddress().getPort());
  }

  /** Length of the lease: the time that payments of a killed server wait for the next server. */
  private HttpHandler guarded() {
    IdempotentRequests requests =
        IdempotentRequests.of(store)
            .guard(guard -> guard.lease(Duration.ofSeconds(2)).waitAtMost(Duration.ofSeconds(4)))
            .principal(request -> "shop")
            .requireKeyFor("POST");
    return new IdempotencyHandlerFilter(requests).around(this::take);
  }

  private void take(HttpExchange exchange) throws IOException {
    GuardedRequest request = IdempotencyHandlerFilter.guarded(exchange);
    String reference = body(exchange);
    if (request == null) {
      IdempotencyHandlerFilter.send(exchange, RecordedResponse.of(405));
      return;
    }
    try {
      RecordedResponse receipt =
          transactions.inTransaction(
              connection -> {
                long number = book(connection, reference);
                RecordedResponse answer =
                    RecordedResponse.of(201).withBody("text/plain", "" + number);
                request.recordIn(store.inTransaction(connection), answer);
                return answer;
              });
      IdempotencyHandlerFilter.send(exchange, receipt);
    } catch (SQLException failure) {
      throw new IOException(failure);
    }
  }

  /** Behaviour of most services: each copy of a request is another payment. */
  private void takeCarelessly(HttpExchange exchange) throws IOException {
    String reference = body(exchange);
    try (Connection connection = dataSource.getConnection()) {
      long number = book(connection, reference);
      IdempotencyHandlerFilter.send(
          exchange, RecordedResponse.of(201).withBody("text/plain", "" + number));
    } catch (SQLException failure) {
      throw new UncheckedIOException(new IOException(failure));
    }
  }

  private static String body(HttpExchange exchange) throws IOException {
    return new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
  }

  private void createTable() throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      // The reference is not unique, so that a duplicate payment would be a second row.
      statement.execute(
          "CREATE TABLE IF NOT EXISTS payments"
              + " (number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, reference VARCHAR(80))");
    }
  }

  private static long book(Connection connection, String reference) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO payments (reference) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
      insert.setString(1, reference);
      insert.executeUpdate();
      try (ResultSet keys = insert.getGeneratedKeys()) {
        keys.next();
        return keys.getLong(1);
      }
    }
  }
}
