package dev.reprise.jdbc.transaction;

import java.sql.Connection;

/** The four isolation levels of SQL. */
public enum TransactionIsolation {
  /** Statements may see uncommitted changes of other transactions. */
  READ_UNCOMMITTED(Connection.TRANSACTION_READ_UNCOMMITTED),
  /** Each statement sees the changes that were committed before it started. */
  READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
  /** Rows that were read stay unchanged until the transaction ends. */
  REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
  /** The transactions have the same result as if they ran one after another. */
  SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

  private final int level;

  TransactionIsolation(int level) {
    this.level = level;
  }

  /**
   * The constant of JDBC for this level.
   *
   * @return such as {@link Connection#TRANSACTION_SERIALIZABLE}
   */
  public int level() {
    return level;
  }
}
