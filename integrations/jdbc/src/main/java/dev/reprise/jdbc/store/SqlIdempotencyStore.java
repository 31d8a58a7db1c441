package dev.reprise.jdbc.store;

import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.IdempotencyStoreException;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredOutcome;
import dev.reprise.jdbc.internal.SharedConnections;
import dev.reprise.jdbc.internal.store.ArgumentChecks;
import dev.reprise.jdbc.internal.store.CapacitySlots;
import dev.reprise.jdbc.internal.store.EntryRow;
import dev.reprise.jdbc.internal.store.KeyOperations;
import dev.reprise.jdbc.internal.store.StoreCalls;
import dev.reprise.jdbc.internal.store.TransactionView;
import java.sql.Connection;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A store in a table of PostgreSQL, MariaDB, MySQL, H2 or SQLite, for all processes that share the
 * database. It is as durable as the database. Safe for use by any thread.
 *
 * <pre>{@code
 * store = SqlIdempotencyStore.on(dataSource).createSchema().open();
 * }</pre>
 *
 * <p><b>Exactly once.</b> {@link #inTransaction} returns a view of the store in a transaction of
 * the caller. The changes of an operation in this transaction, and the outcome that it records
 * there, are committed together or not at all:
 *
 * <pre>{@code
 * return guard.call(
 *     key,
 *     Fingerprint.of(payment),
 *     holder ->
 *         transactions.inTransaction(
 *             connection -> {
 *               String receipt = book(connection, payment);
 *               holder.recordIn(store.inTransaction(connection), receipt);
 *               return receipt;
 *             }));
 * }</pre>
 *
 * <p><b>Connections.</b> Each call borrows a connection from the data source and returns it with
 * its settings restored. Auto-commit may be on or off, with any isolation. Changes that an earlier
 * user left uncommitted on a connection without auto-commit are rolled back. A data source that
 * lends the connection of a running transaction must not be used; Spring's is rejected. A caller
 * that calls the guard inside its own transaction needs two connections at a time.
 *
 * <p><b>Failures.</b> A call is retried by its {@linkplain SqlIdempotencyStoreBuilder#retry retry}
 * after a failure without an effect: a deadlock, a serialization failure, a lock timeout, a
 * connection that was refused, or that was lost before the commit. If it is unknown whether the
 * database has committed, the call fails.
 *
 * <p><b>Time</b> is measured by the clock of the database in microseconds. SQLite, and H2 in this
 * process, use the clock of this machine.
 *
 * <p><b>Interrupts.</b> The interrupt flag of the thread is cleared during a call and restored
 * afterwards. An interrupt during a call reaches the driver. The drivers of PostgreSQL, MySQL,
 * MariaDB and SQLite ignore it on platform threads. H2 closes the file of its database, so use a
 * URL that begins with {@code jdbc:h2:async:}.
 */
public final class SqlIdempotencyStore implements IdempotencyStore {

  private final StoreCalls calls;
  private final KeyOperations keys;

  SqlIdempotencyStore(StoreCalls calls, KeyOperations keys) {
    this.calls = calls;
    this.keys = keys;
  }

  /**
   * Starts the setup of a store.
   *
   * @param dataSource the data source of the database, whose connections no other caller uses at
   *     the same time
   * @return the settings, with their defaults
   * @throws IllegalArgumentException if it is, or reports that it wraps, Spring's {@code
   *     TransactionAwareDataSourceProxy} or {@code SingleConnectionDataSource}, whose connections
   *     several callers use at the same time; behind a wrapper that does not report this, the first
   *     call throws this exception before it uses the connection
   */
  public static SqlIdempotencyStoreBuilder on(DataSource dataSource) {
    return new SqlIdempotencyStoreBuilder(
        SharedConnections.reject(Objects.requireNonNull(dataSource, "dataSource")));
  }

  @Override
  public Claim claim(String key, ClaimRequest request) {
    ArgumentChecks.checkKey(key);
    Objects.requireNonNull(request, "request");
    return calls.call(
        "claim a key",
        session -> {
          EntryRow row = keys.find(session.sql(), key);
          Claim refusal = row == null ? null : row.refusal(request);
          if (refusal != null) {
            session.rollback();
            return refusal;
          }
          session.begin();
          Claim claim = keys.claim(session.sql(), key, request);
          session.commit();
          return claim;
        });
  }

  @Override
  public boolean renew(String key, long token, Duration lease) {
    ArgumentChecks.checkKey(key);
    ClaimRequest.checkDuration("lease", lease);
    return calls.change("renew a lease", sql -> keys.renew(sql, key, token, lease));
  }

  @Override
  public boolean record(String key, long token, StoredOutcome outcome) {
    ArgumentChecks.checkKey(key);
    Objects.requireNonNull(outcome, "outcome");
    return calls.change("record an outcome", sql -> keys.record(sql, key, token, outcome));
  }

  @Override
  public boolean release(String key, long token) {
    ArgumentChecks.checkKey(key);
    return calls.change("release a key", sql -> keys.release(sql, key, token));
  }

  @Override
  public Optional<StoredEntry> find(String key) {
    ArgumentChecks.checkKey(key);
    return calls.read("find a key", sql -> keys.known(sql, key));
  }

  @Override
  public int purge(int atMost) {
    ArgumentChecks.checkAtMost(atMost);
    int removed = 0;
    int part;
    int wanted;
    do {
      wanted = Math.min(atMost - removed, CapacitySlots.MAX_DELETED);
      int max = wanted;
      part = calls.transaction("purge", sql -> keys.slots().purge(sql, max));
      removed += part;
    } while (part == wanted && removed < atMost);
    return removed;
  }

  /**
   * Returns a view of this store in a transaction of the caller. Its calls use the connection and
   * take effect when the caller commits. They do not start or end a transaction, do not change
   * settings of the connection and are not retried: after an {@link IdempotencyStoreException} the
   * caller must roll back, and may run the whole transaction again.
   *
   * <p>A recorded outcome locks the key until the transaction ends, so that no other call can claim
   * it in the meantime. A {@link dev.reprise.idempotency.failure.StaleHolderException} of {@code
   * recordIn} means that a different call has claimed the key: roll back. A claim through the view
   * makes other calls wait for the transaction instead of returning that the key is held. A lease
   * that is renewed outside of the view, after the transaction has read its first row, is a
   * conflict with its isolation in PostgreSQL (from repeatable read on) and H2 (serializable).
   *
   * @param connection a connection of the same database with auto-commit off; this method neither
   *     commits nor closes it
   * @return the view, valid until the transaction ends; it may be used by several threads if the
   *     connection may be
   * @throws IllegalArgumentException if {@code connection} has auto-commit on
   * @throws IdempotencyStoreException if the connection is broken
   */
  public IdempotencyStore inTransaction(Connection connection) {
    return TransactionView.of(Objects.requireNonNull(connection, "connection"), keys, calls);
  }

  /**
   * The name of the table and the database.
   *
   * @return {@code reprise_idempotency (POSTGRESQL)}
   */
  @Override
  public String toString() {
    return calls.place();
  }
}
