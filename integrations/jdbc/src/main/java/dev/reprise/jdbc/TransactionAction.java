package dev.reprise.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The work of a transaction, without a result; else as {@link TransactionWork}.
 *
 * @param <X> what it may throw besides {@code SQLException}
 */
@FunctionalInterface
public interface TransactionAction<X extends Throwable> {

  /**
   * Makes one attempt.
   *
   * @param connection as {@link TransactionWork#run}
   * @throws X if the attempt failed
   * @throws SQLException if the attempt failed at the database
   */
  void run(Connection connection) throws X, SQLException;
}
