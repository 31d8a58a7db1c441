package dev.reprise.examples.payments;

import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.jdbc.TransactionRetry;
import dev.reprise.jdbc.store.SqlIdempotencyStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * A payment and its receipt in one transaction, which is retried for retryable errors of the
 * database.
 */
public final class ExactlyOnce {

  private final SqlIdempotencyStore store;
  private final IdempotencyGuard<String> guard;
  private final TransactionRetry transactions;

  /**
   * A service on a database.
   *
   * @param dataSource the database
   * @throws SQLException if the database fails
   */
  public ExactlyOnce(DataSource dataSource) throws SQLException {
    createTable(dataSource);
    store = SqlIdempotencyStore.on(dataSource).table("payment_keys").createSchema().open();
    guard = IdempotencyGuard.of(store, OutcomeCodec.string()).keepFor(Duration.ofDays(7));
    transactions = TransactionRetry.on(dataSource);
  }

  /**
   * Pays once for a key.
   *
   * @param key the key in its scope
   * @param payment the payment
   * @return the receipt, the same for each call with this key
   * @throws SQLException if the database fails; then nothing is paid, or it is not known, and a
   *     call with the same key finds out
   */
  public String pay(IdempotencyKey key, String payment) throws SQLException {
    return guard.call(
        key,
        Fingerprint.of(payment),
        holder ->
            transactions.inTransaction(
                connection -> {
                  String receipt = book(connection, payment);
                  holder.recordIn(store.inTransaction(connection), receipt);
                  return receipt;
                }));
  }

  /**
   * Deletes expired keys; called from time to time.
   *
   * @return number of deleted keys
   */
  public int forgetOld() {
    return store.purge(10_000);
  }

  private static void createTable(DataSource dataSource) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS payments"
              + " (number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, reference VARCHAR(80))");
    }
  }

  private static String book(Connection connection, String payment) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO payments (reference) VALUES (?)")) {
      insert.setString(1, payment);
      insert.executeUpdate();
      return "receipt for " + payment;
    }
  }
}
