package dev.reprise.jdbc.store;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.jdbc.internal.store.CapacitySlots;
import dev.reprise.jdbc.internal.store.KeyOperations;
import dev.reprise.jdbc.internal.store.Micros;
import dev.reprise.jdbc.internal.store.Schema;
import dev.reprise.jdbc.internal.store.Statements;
import dev.reprise.jdbc.internal.store.StoreCalls;
import dev.reprise.jdbc.internal.store.StoreClock;
import dev.reprise.jdbc.internal.store.StoreDialect;
import dev.reprise.jdbc.internal.store.TableName;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * The settings of a {@link SqlIdempotencyStore}. Not for use by several threads at a time. Changes
 * of the builder have no effect on stores that it has opened.
 *
 * <table>
 *   <caption>Defaults</caption>
 *   <tr><td>table</td><td>{@value #DEFAULT_TABLE}</td></tr>
 *   <tr><td>bound on the number of keys</td><td>none: call {@code purge} regularly</td></tr>
 *   <tr><td>statement timeout</td><td>10 s, on PostgreSQL, MariaDB and MySQL</td></tr>
 *   <tr><td>retry</td><td>5 attempts within 30 s, exponential from 5 ms to 500 ms with equal
 *       jitter</td></tr>
 * </table>
 */
public final class SqlIdempotencyStoreBuilder {

  /** Default name of the table: {@value}. */
  public static final String DEFAULT_TABLE = "reprise_idempotency";

  private static final RetryPolicy POLICY =
      RetryPolicy.builder()
          .maxAttempts(5)
          .within(Duration.ofSeconds(30))
          .backoff(
              Backoff.exponential(Duration.ofMillis(5))
                  .cappedAt(Duration.ofMillis(500))
                  .jitter(Jitter.equal()))
          .build();

  private static final Duration MAX_STATEMENT_TIMEOUT = Duration.ofDays(1);

  private final DataSource dataSource;
  private TableName table = TableName.of(DEFAULT_TABLE);
  private int maxEntries = CapacitySlots.UNBOUNDED;
  private Duration statementTimeout = Duration.ofSeconds(10);
  private Retry retry = Retry.of(POLICY).named("idempotency store");
  private Function<StoreDialect, StoreClock> clock = dialect -> dialect::now;

  SqlIdempotencyStoreBuilder(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /**
   * Sets the name of the table. The names of the other objects of the schema begin with it.
   *
   * @param name letters, digits and underscores, at most 48 characters, not beginning with a digit;
   *     or {@code schema.table}. It is not quoted, so it must not be a keyword of SQL
   * @return this
   * @throws IllegalArgumentException if {@code name} is not valid
   */
  public SqlIdempotencyStoreBuilder table(String name) {
    this.table = TableName.of(name);
    return this;
  }

  /**
   * Sets the maximum number of keys. New keys are then inserted one after the other, since they are
   * counted in one row. A full store evicts outcomes before their retention ends, so that their
   * requests can run again. All processes should set the same maximum.
   *
   * @param maxEntries maximum number of keys, at least 1; no maximum by default
   * @return this
   * @throws IllegalArgumentException if {@code maxEntries} is below 1
   */
  public SqlIdempotencyStoreBuilder maxEntries(int maxEntries) {
    if (maxEntries < 1) {
      throw new IllegalArgumentException("maxEntries must be at least 1, but was " + maxEntries);
    }
    this.maxEntries = maxEntries;
    return this;
  }

  /**
   * Sets the timeout of the statements of the store, which also limits the wait for a lock. It has
   * no effect in H2 and SQLite, where the connection has settings for this, and on views in a
   * transaction.
   *
   * @param limit at least 1 second, at most 1 day, rounded up to whole seconds; 10 seconds by
   *     default
   * @return this
   * @throws IllegalArgumentException if {@code limit} is not within its bounds
   */
  public SqlIdempotencyStoreBuilder statementTimeout(Duration limit) {
    if (limit.compareTo(Duration.ofSeconds(1)) < 0 || limit.compareTo(MAX_STATEMENT_TIMEOUT) > 0) {
      throw new IllegalArgumentException(
          "statementTimeout must be from 1 s to 1 day, but was " + TimeText.inWords(limit));
    }
    this.statementTimeout = limit;
    return this;
  }

  /**
   * Replaces the retry: policy, budget, listeners and environment. A classifier is added to its
   * policy, and its idempotency is set to not idempotent: a call is retried only if it had no
   * effect. Interrupts do not end its waits.
   *
   * @param retry the retry; {@link Retry#none()} for no retries
   * @return this
   * @throws IllegalArgumentException if its policy is hedged
   */
  public SqlIdempotencyStoreBuilder retry(Retry retry) {
    Objects.requireNonNull(retry, "retry");
    if (retry.policy().hedge().isPresent()) {
      throw new IllegalArgumentException(
          "a store call cannot be hedged, but the policy has hedge="
              + retry.policy().hedge().get());
    }
    this.retry = retry;
    return this;
  }

  /** Replaces the database's clock, for tests. */
  SqlIdempotencyStoreBuilder clock(InstantSource source) {
    this.clock = dialect -> () -> Long.toString(Micros.of(source.instant()));
    return this;
  }

  /**
   * Creates the missing objects of the schema, as in {@link StoreDatabase#ddl}. Several processes
   * may call it at the same time and repeatedly.
   *
   * @return this
   * @throws IllegalArgumentException if the database is not one of {@link StoreDatabase}
   * @throws dev.reprise.idempotency.store.IdempotencyStoreException if the database fails, or this
   *     user may not create tables
   */
  public SqlIdempotencyStoreBuilder createSchema() {
    Statements statements = statements();
    new Schema(statements, calls(statements)).create();
    return this;
  }

  /**
   * Opens the store, after a check of its schema.
   *
   * @return the store
   * @throws IllegalArgumentException if the database is not one of {@link StoreDatabase}
   * @throws dev.reprise.idempotency.store.IdempotencyStoreException if the database fails, or an
   *     object of the schema is missing or has an unsupported version
   */
  public SqlIdempotencyStore open() {
    Statements statements = statements();
    StoreCalls calls = calls(statements);
    new Schema(statements, calls).check();
    return new SqlIdempotencyStore(calls, KeyOperations.of(statements, maxEntries));
  }

  private StoreCalls calls(Statements statements) {
    return new StoreCalls(dataSource, statements, seconds(statementTimeout), retry);
  }

  private static int seconds(Duration limit) {
    return (int) limit.plusNanos(999_999_999).toSeconds();
  }

  private Statements statements() {
    StoreDialect dialect =
        new StoreCalls(dataSource, table, retry)
            .read("begin", sql -> StoreDialect.of(sql.connection()));
    return new Statements(dialect, dialect.nameOf(table.toString()), clock.apply(dialect));
  }
}
