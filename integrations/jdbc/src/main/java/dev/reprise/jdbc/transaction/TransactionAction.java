package dev.reprise.jdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The work of a transaction without a result. See {@link TransactionWork}.
 *
 * @param <X> type of its exceptions, in addition to {@code SQLException}
 */
@FunctionalInterface
public interface TransactionAction<X extends Throwable> {

  /**
   * Makes one attempt.
   *
   * @param connection the connection, as in {@link TransactionWork#run}
   * @throws X if the attempt failed
   * @throws SQLException if the attempt failed in the database
   */
  void run(Connection connection) throws X, SQLException;
}
