package dev.reprise.jdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The work of a transaction. It runs once for each attempt, so effects outside of the database
 * happen again in each attempt: it should have none.
 *
 * <pre>{@code
 * TransactionWork<Integer, SQLException> work =
 *     connection -> {
 *       try (PreparedStatement update =
 *           connection.prepareStatement("UPDATE account SET balance = balance - 10")) {
 *         return update.executeUpdate();
 *       }
 *     };
 * }</pre>
 *
 * @param <T> type of the result
 * @param <X> type of its exceptions, in addition to {@code SQLException}; inferred as {@code
 *     RuntimeException} if it throws no other checked exception
 */
@FunctionalInterface
public interface TransactionWork<T extends @Nullable Object, X extends Throwable> {

  /**
   * Makes one attempt. The transaction is committed when this returns and rolled back when it
   * throws.
   *
   * @param connection the connection of the transaction, valid until this method ends; the work
   *     must not commit it, roll it back or switch auto-commit on, and closing it has no effect
   * @return the result
   * @throws X if the attempt failed
   * @throws SQLException if the attempt failed in the database
   */
  T run(Connection connection) throws X, SQLException;
}
