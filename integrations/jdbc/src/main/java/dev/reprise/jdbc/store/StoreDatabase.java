package dev.reprise.jdbc.store;

import dev.reprise.jdbc.internal.store.StoreDialect;

/** The databases that can hold an idempotency store. */
public enum StoreDatabase {
  /** PostgreSQL, version 10 or newer. */
  POSTGRESQL(StoreDialect.POSTGRESQL),

  /** MariaDB, version 10.3 or newer, and MySQL, version 8.0 or newer. */
  MARIADB(StoreDialect.MARIADB),

  /** H2, version 2.2 or newer. */
  H2(StoreDialect.H2),

  /** SQLite, version 3.42 or newer. */
  SQLITE(StoreDialect.SQLITE);

  private final StoreDialect dialect;

  StoreDatabase(StoreDialect dialect) {
    this.dialect = dialect;
  }

  /**
   * The schema of a store as a script, for a user who may create tables: two or more tables, an
   * index, a source of tokens, and one row. Each statement ends with a semicolon at the end of a
   * line. Existing tables stay unchanged.
   *
   * <pre>{@code
   * String script = StoreDatabase.POSTGRESQL.ddl(SqlIdempotencyStoreBuilder.DEFAULT_TABLE);
   * }</pre>
   *
   * @param table name of the table, as in {@link SqlIdempotencyStoreBuilder#table}
   * @return the script
   * @throws IllegalArgumentException if {@code table} is not a valid name, or has a schema in
   *     SQLite
   */
  public String ddl(String table) {
    return dialect.ddl(table);
  }
}
