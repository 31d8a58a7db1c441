package dev.reprise.jdbc.internal.store;

import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredOutcome;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The store operations on one key, each within a transaction or as one statement. */
public record KeyOperations(Statements statements, CapacitySlots slots) {

  private static final String DUPLICATE = "23505";

  public static KeyOperations of(Statements statements, int maxEntries) {
    return new KeyOperations(statements, new CapacitySlots(statements, maxEntries));
  }

  public @Nullable EntryRow find(StatementRunner sql, String key) throws SQLException {
    return sql.first(EntryRow::read, statements.entry(), key);
  }

  /** Returns the entry of a key unless it is past its retention. */
  public Optional<StoredEntry> known(StatementRunner sql, String key) throws SQLException {
    EntryRow row = find(sql, key);
    return row == null || row.isForgotten() ? Optional.empty() : Optional.of(row.entry());
  }

  public boolean renew(StatementRunner sql, String key, long token, Duration lease)
      throws SQLException {
    long micros = Micros.of(lease);
    return sql.update(statements.renew(), micros, micros, key, token) == 1;
  }

  public boolean record(StatementRunner sql, String key, long token, StoredOutcome outcome)
      throws SQLException {
    return sql.update(statements.complete(), outcome.bytes(), key, token) == 1;
  }

  public boolean release(StatementRunner sql, String key, long token) throws SQLException {
    return sql.update(statements.release(), key, token) == 1;
  }

  /**
   * Claims with the key's row locked. The next token is drawn under the lock, so that every earlier
   * holder of the key has a smaller one.
   */
  public Claim claim(StatementRunner sql, String key, ClaimRequest request) throws SQLException {
    if (statements.dialect() == StoreDialect.SQLITE) {
      sql.update(statements.lockOfAll());
    }
    EntryRow row = locked(sql, key);
    if (row == null) {
      row = inserted(sql, key);
    }
    Claim answer = row.answer(request);
    return answer == null ? grant(sql, key, request) : answer;
  }

  private @Nullable EntryRow locked(StatementRunner sql, String key) throws SQLException {
    return sql.first(EntryRow::read, statements.lockedEntry(), key);
  }

  /** Returns the new row of the key: a placeholder, or the row of a faster transaction. */
  private EntryRow inserted(StatementRunner sql, String key) throws SQLException {
    slots.take(sql);
    insertPlaceholder(sql, key);
    EntryRow row = locked(sql, key);
    if (row == null) {
      throw new SQLException("the key was inserted and deleted meanwhile", "40001");
    }
    if (!row.isPlaceholder()) {
      slots.giveBack(sql);
    }
    return row;
  }

  private void insertPlaceholder(StatementRunner sql, String key) throws SQLException {
    try {
      sql.update(statements.placeholder(), key);
    } catch (SQLException failure) {
      // H2 has no "on conflict do nothing", and its transaction survives the failure.
      boolean faster = DUPLICATE.equals(failure.getSQLState());
      if (!faster || statements.dialect() != StoreDialect.H2) {
        throw failure;
      }
    }
  }

  private Claim grant(StatementRunner sql, String key, ClaimRequest request) throws SQLException {
    long token = sql.numberOf(statements.nextToken());
    long lease = Micros.of(request.lease());
    long keepFor = Micros.of(request.keepFor());
    sql.update(
        statements.grant(), token, request.fingerprint(), lease, keepFor, lease + keepFor, key);
    return new Claim.Granted(token);
  }
}
