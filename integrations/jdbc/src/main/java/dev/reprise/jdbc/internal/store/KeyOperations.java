package dev.reprise.jdbc.internal.store;

import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredOutcome;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The store operations for one key, each in a transaction or as one statement. */
public record KeyOperations(Statements statements, CapacitySlots slots) {

  private static final String DUPLICATE = "23505";

  public static KeyOperations of(Statements statements, int maxEntries) {
    return new KeyOperations(statements, new CapacitySlots(statements, maxEntries));
  }

  public @Nullable EntryRow find(StatementRunner sql, String key) throws SQLException {
    return sql.first(EntryRow::read, statements.entry(), key);
  }

  /** Returns the entry of a key, unless its retention has ended. */
  public Optional<StoredEntry> known(StatementRunner sql, String key) throws SQLException {
    EntryRow row = find(sql, key);
    return row == null || row.isExpired() ? Optional.empty() : Optional.of(row.entry());
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
   * Claims a key while its row is locked. The next token is generated under this lock, so that
   * every earlier holder of the key has a smaller one.
   */
  public Claim claim(StatementRunner sql, String key, ClaimRequest request) throws SQLException {
    if (statements.dialect() == StoreDialect.SQLITE) {
      sql.update(statements.lockStore());
    }
    EntryRow row = locked(sql, key);
    if (row == null) {
      row = inserted(sql, key);
    }
    Claim refusal = row.refusal(request);
    return refusal == null ? grant(sql, key, request) : refusal;
  }

  private @Nullable EntryRow locked(StatementRunner sql, String key) throws SQLException {
    return sql.first(EntryRow::read, statements.lockedEntry(), key);
  }

  /** Returns the new row of the key: a placeholder, or the row of a concurrent transaction. */
  private EntryRow inserted(StatementRunner sql, String key) throws SQLException {
    slots.take(sql);
    insertPlaceholder(sql, key);
    EntryRow row = locked(sql, key);
    if (row == null) {
      throw new SQLException("the key was inserted and deleted by concurrent calls", "40001");
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
      // H2 has no "on conflict do nothing", and its transaction stays usable after the failure.
      boolean concurrent = DUPLICATE.equals(failure.getSQLState());
      if (!concurrent || statements.dialect() != StoreDialect.H2) {
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
