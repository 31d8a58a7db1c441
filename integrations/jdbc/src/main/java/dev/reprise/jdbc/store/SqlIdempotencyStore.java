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
 * A store in a table of PostgreSQL, MariaDB, MySQL, H2 or SQLite: for all processes that share the
 * database, and as durable as that.
 *
 * <pre>{@code
 * SqlIdempotencyStore store = SqlIdempotencyStore.on(dataSource).createSchema().open();
 * }</pre>
 *
 * <p><b>Exactly once.</b> {@link #inTransaction} gives a view of the store that works in a
 * transaction of the caller. What an operation writes there, and the outcome that it records there,
 * are committed together or not at all:
 *
 * <pre>{@code
 * guard.call(key, fingerprint, holder -> transactions.inTransaction(connection -> {
 *   Receipt receipt = book(connection, payment);
 *   holder.recordIn(store.inTransaction(connection), receipt);
 *   return receipt;
 * }));
 * }</pre>
 *
 * <p><b>Connections.</b> Each call takes a connection of its own from the data source and gives it
 * back as it was: autocommit on or off, and whatever its isolation. What somebody left uncommitted
 * on one without autocommit is rolled back. A data source that hands out the connection of a
 * running transaction must not be given; Spring's is refused. Who calls the guard within a
 * transaction of its own needs two connections at a time.
 *
 * <p><b>Failures.</b> A call runs again, as its {@linkplain SqlIdempotencyStoreBuilder#retry retry}
 * says, after a failure that left nothing behind: a deadlock, a serialization failure, a lock that
 * was not to be had, a connection that was refused, or lost before the commit. If it is not known
 * whether the database has committed, the call fails.
 *
 * <p><b>Time</b> is the clock of the database, with the precision of microseconds; SQLite and H2 in
 * this process have that of this machine.
 *
 * <p><b>Interrupts.</b> The flag is taken from the thread for the time of a call, and given back.
 * An interrupt in the middle of a call reaches the driver: those of PostgreSQL, MySQL, MariaDB and
 * SQLite do not look at it on platform threads; H2 closes a database in a file, so open it as
 * {@code jdbc:h2:async:…}.
 */
public final class SqlIdempotencyStore implements IdempotencyStore {

  private final StoreCalls calls;
  private final KeyOperations keys;

  SqlIdempotencyStore(StoreCalls calls, KeyOperations keys) {
    this.calls = calls;
    this.keys = keys;
  }

  /**
   * Begins to set up a store.
   *
   * @param dataSource leads to the database; gives connections that no other caller uses
   * @return the settings, with their defaults
   * @throws IllegalArgumentException if it is, or says that it wraps, Spring's {@code
   *     TransactionAwareDataSourceProxy} or {@code SingleConnectionDataSource}, whose connections
   *     others use at the same time; behind a wrapper that does not say so, the first call throws
   *     it, before anything is done on the connection
   */
  public static SqlIdempotencyStoreBuilder on(DataSource dataSource) {
    return new SqlIdempotencyStoreBuilder(
        SharedConnections.refuse(Objects.requireNonNull(dataSource, "dataSource")));
  }

  @Override
  public Claim claim(String key, ClaimRequest request) {
    ArgumentChecks.checkKey(key);
    Objects.requireNonNull(request, "request");
    return calls.call(
        "claim a key",
        session -> {
          EntryRow row = keys.find(session.sql(), key);
          Claim answer = row == null ? null : row.answer(request);
          if (answer != null) {
            session.rollback();
            return answer;
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
      int most = wanted;
      part = calls.transaction("purge", sql -> keys.slots().purge(sql, most));
      removed += part;
    } while (part == wanted && removed < atMost);
    return removed;
  }

  /**
   * This store, as seen and changed by a transaction of the caller. Its calls run on the
   * connection, and count once the caller commits. They begin nothing, end nothing, change nothing
   * of the connection and are not repeated: after an {@link IdempotencyStoreException} the caller
   * rolls back, and may begin the whole transaction again.
   *
   * <p>What is recorded locks the key until the transaction ends, so that no other call takes it
   * over in between. A {@link dev.reprise.idempotency.failure.StaleHolderException} of {@code
   * recordIn} means that another call has taken it over before: roll back. To claim through the
   * view makes others wait for the transaction instead of returning that the key is held.
   *
   * @param connection with autocommit off, and of the same database; neither committed nor closed
   *     here
   * @return the view, for as long as the transaction; as safe for use by several threads as the
   *     connection is
   * @throws IllegalArgumentException if {@code connection} has autocommit on: there would be no
   *     transaction
   * @throws IdempotencyStoreException if the connection is broken
   */
  public IdempotencyStore inTransaction(Connection connection) {
    return TransactionView.of(Objects.requireNonNull(connection, "connection"), keys, calls);
  }

  /**
   * Table and database.
   *
   * @return {@code reprise_idempotency (POSTGRESQL)}
   */
  @Override
  public String toString() {
    return calls.place();
  }
}
