package dev.reprise.jdbc.internal.store;

import java.util.List;

/**
 * The SQL statements of a store. The expression {@code ${now}} is the current time, with one value
 * in each statement. All times and durations are in microseconds.
 */
public record Statements(StoreDialect dialect, TableName table, StoreClock clock) {

  /** The number of tables of a store in SQLite. */
  static final int SQLITE_TABLES = 2;

  private static final String HELD =
      " WHERE id = ? AND token = ? AND status = 'LEASED' AND forget_us > ${now}";

  private static final String ENTRY =
      "SELECT fingerprint, status, token, since_us, until_us, keep_us, forget_us, outcome,"
          + " ${now} AS now_us FROM ${table} WHERE id = ?";

  private static final String PLACEHOLDER =
      "INSERT INTO ${table}"
          + " (id, fingerprint, status, token, since_us, until_us, keep_us, forget_us)"
          + " VALUES (?, '', 'RELEASED', 0, 0, 0, 0, 0)";

  private static final String SETTLED =
      " since_us = ${now}, until_us = ${now} + keep_us, forget_us = ${now} + keep_us";

  String entry() {
    return sql(ENTRY);
  }

  String lockedEntry() {
    return sql(dialect == StoreDialect.SQLITE ? ENTRY : ENTRY + " FOR UPDATE");
  }

  /** Locks the whole store, for a database without row locks. */
  String lockStore() {
    return sql("UPDATE ${table}_state SET version = version WHERE id = 1");
  }

  /** Inserts a row whose retention has ended, unless the key has a row. */
  String placeholder() {
    return sql(
        switch (dialect) {
          case POSTGRESQL, SQLITE -> PLACEHOLDER + " ON CONFLICT (id) DO NOTHING";
          case MARIADB -> PLACEHOLDER + " ON DUPLICATE KEY UPDATE id = id";
          case H2 -> PLACEHOLDER;
        });
  }

  /** Parameters: token, fingerprint, lease, keepFor, lease + keepFor, key. */
  String grant() {
    return sql(
        "UPDATE ${table} SET token = ?, fingerprint = ?, status = 'LEASED', since_us = ${now},"
            + " until_us = ${now} + ?, keep_us = ?, forget_us = ${now} + ?, outcome = NULL"
            + " WHERE id = ?");
  }

  /** Parameters: lease, lease, key, token. */
  String renew() {
    return sql(
        "UPDATE ${table} SET since_us = ${now}, until_us = ${now} + ?,"
            + " forget_us = ${now} + ? + keep_us"
            + HELD);
  }

  /** Parameters: outcome, key, token. */
  String complete() {
    return sql("UPDATE ${table} SET status = 'COMPLETED', outcome = ?," + SETTLED + HELD);
  }

  /** Parameters: key, token. */
  String release() {
    return sql("UPDATE ${table} SET status = 'RELEASED'," + SETTLED + HELD);
  }

  List<String> nextToken() {
    return dialect.nextToken().stream().map(this::sql).toList();
  }

  /** Parameter: maximum number of rows. */
  String expired() {
    return sql(
        "SELECT id, token FROM ${table} WHERE forget_us <= ${now} ORDER BY forget_us LIMIT ?");
  }

  /** Parameters: key, token. */
  String deleteExpired() {
    return sql("DELETE FROM ${table} WHERE id = ? AND token = ? AND forget_us <= ${now}");
  }

  /** Parameter: maximum number of rows. */
  String oldestSettled() {
    return sql("SELECT id, token FROM ${table} WHERE status <> 'LEASED' ORDER BY since_us LIMIT ?");
  }

  /** Parameters: key, token. */
  String deleteSettled() {
    return sql("DELETE FROM ${table} WHERE id = ? AND token = ? AND status <> 'LEASED'");
  }

  /** Parameter: maximum number of rows. */
  String earliestEndedLeases() {
    return sql(
        "SELECT id, token FROM ${table} WHERE status = 'LEASED' AND until_us <= ${now}"
            + " ORDER BY until_us LIMIT ?");
  }

  /** Parameters: key, token. */
  String deleteEnded() {
    return sql(
        "DELETE FROM ${table} WHERE id = ? AND token = ? AND status = 'LEASED'"
            + " AND until_us <= ${now}");
  }

  /** Parameter: the bound. */
  String takeSlot() {
    return sql(
        "UPDATE ${table}_state SET free_slots = free_slots - 1"
            + " WHERE id = 1 AND bound = ? AND free_slots > 0");
  }

  String returnSlot() {
    return sql("UPDATE ${table}_state SET free_slots = free_slots + 1 WHERE id = 1");
  }

  /** Parameters: bound, free slots. */
  String setSlots() {
    return sql("UPDATE ${table}_state SET bound = ?, free_slots = ? WHERE id = 1");
  }

  String count() {
    return sql("SELECT COUNT(*) FROM ${table}");
  }

  /** Counts the tables of the store in SQLite, and reads the schema for it. */
  String countTables() {
    return sql(
        "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table'"
            + " AND lower(name) IN (lower('${table}'), lower('${table}_state'))");
  }

  String version() {
    return sql("SELECT version FROM ${table}_state WHERE id = 1");
  }

  /** Fails if a column is missing; otherwise returns no row. */
  String columns() {
    return sql(
        "SELECT id, fingerprint, status, token, since_us, until_us, keep_us, forget_us, outcome"
            + " FROM ${table} WHERE id = ''");
  }

  private String sql(String template) {
    return template.replace("${table}", table.toString()).replace("${now}", clock.micros());
  }
}
