package dev.reprise.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The work of a transaction. Run once for each attempt, so that whatever it does besides SQL is
 * done again: it should do nothing else that lasts.
 *
 * @param <T> type of the result
 * @param <X> what it may throw besides {@code SQLException}; inferred as {@code RuntimeException}
 *     where that is nothing checked
 */
@FunctionalInterface
public interface TransactionWork<T extends @Nullable Object, X extends Throwable> {

  /**
   * Makes one attempt. The transaction is committed when this returns and rolled back when it
   * throws.
   *
   * @param connection in the transaction, for as long as this runs; not to be committed, rolled
   *     back or set to auto-commit by the work, and closing it does nothing
   * @return the result
   * @throws X if the attempt failed
   * @throws SQLException if the attempt failed at the database
   */
  T run(Connection connection) throws X, SQLException;
}
