package dev.reprise.jdbc.internal.store;

import java.util.List;

/**
 * The SQL of a store. A time is the expression {@code ${now}}, which stands for one value in all of
 * a statement; microseconds, as all lengths.
 */
public record Statements(StoreDialect dialect, TableName table, StoreClock clock) {

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

  /** Takes the lock of the whole store where there are none on rows. */
  String lockOfAll() {
    return sql("UPDATE ${table}_state SET version = version WHERE id = 1");
  }

  /** Inserts a row that is forgotten already, unless the key has a row. */
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

  /** Parameter: how many at most. */
  String aged() {
    return sql(
        "SELECT id, token FROM ${table} WHERE forget_us <= ${now} ORDER BY forget_us LIMIT ?");
  }

  /** Parameters: key, token. */
  String forgetAged() {
    return sql("DELETE FROM ${table} WHERE id = ? AND token = ? AND forget_us <= ${now}");
  }

  /** Parameter: how many at most. */
  String oldestSettled() {
    return sql("SELECT id, token FROM ${table} WHERE status <> 'LEASED' ORDER BY since_us LIMIT ?");
  }

  /** Parameters: key, token. */
  String forgetSettled() {
    return sql("DELETE FROM ${table} WHERE id = ? AND token = ? AND status <> 'LEASED'");
  }

  /** Parameter: how many at most. */
  String endedLongestAgo() {
    return sql(
        "SELECT id, token FROM ${table} WHERE status = 'LEASED' AND until_us <= ${now}"
            + " ORDER BY until_us LIMIT ?");
  }

  /** Parameters: key, token. */
  String forgetEnded() {
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

  String version() {
    return sql("SELECT version FROM ${table}_state WHERE id = 1");
  }

  /** Fails unless the columns are there; finds nothing. */
  String columns() {
    return sql(
        "SELECT id, fingerprint, status, token, since_us, until_us, keep_us, forget_us, outcome"
            + " FROM ${table} WHERE id = ''");
  }

  private String sql(String template) {
    return template.replace("${table}", table.toString()).replace("${now}", clock.micros());
  }
}
