package dev.reprise.jdbc;

import java.sql.Connection;

/** The four isolation levels of SQL. */
public enum TransactionIsolation {
  /** Sees what others have not committed. */
  READ_UNCOMMITTED(Connection.TRANSACTION_READ_UNCOMMITTED),
  /** Each statement sees what was committed before it. */
  READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
  /** Rows that were read stay unchanged for the transaction. */
  REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
  /** As if the transactions ran one after another. */
  SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

  private final int level;

  TransactionIsolation(int level) {
    this.level = level;
  }

  /**
   * The level as JDBC numbers it.
   *
   * @return such as {@link Connection#TRANSACTION_SERIALIZABLE}
   */
  public int level() {
    return level;
  }

  static String nameOf(int level) {
    for (TransactionIsolation isolation : values()) {
      if (isolation.level == level) {
        return isolation.name();
      }
    }
    return "level " + level;
  }
}
