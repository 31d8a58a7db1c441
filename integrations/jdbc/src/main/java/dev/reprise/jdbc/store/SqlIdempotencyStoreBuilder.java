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
 * The settings of a {@link SqlIdempotencyStore}. Not for use by several threads at a time; a store
 * that was opened does not change with its builder.
 *
 * <table>
 *   <caption>Defaults</caption>
 *   <tr><td>table</td><td>{@value #DEFAULT_TABLE}</td></tr>
 *   <tr><td>bound on the number of keys</td><td>none: call {@code purge} now and then</td></tr>
 *   <tr><td>statement timeout</td><td>10 s, on PostgreSQL, MariaDB and MySQL</td></tr>
 *   <tr><td>retry</td><td>5 attempts within 30 s, exponential from 5 ms to 500 ms with equal
 *       jitter</td></tr>
 * </table>
 */
public final class SqlIdempotencyStoreBuilder {

  /** Name of the table where none is set: {@value}. */
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

  private static final Duration LONGEST_STATEMENT = Duration.ofDays(1);

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
   * Names the table. Others that belong to it begin with the same name.
   *
   * @param name letters, digits and underscores, at most 48 characters, not beginning with a digit;
   *     or {@code schema.table}. Not quoted, so no word of SQL
   * @return this
   * @throws IllegalArgumentException if it is not such a name
   */
  public SqlIdempotencyStoreBuilder table(String name) {
    this.table = TableName.of(name);
    return this;
  }

  /**
   * Bounds the number of keys. A new key then waits for others that are inserted at the same time,
   * as they count on one row; and outcomes can be forgotten before their age, which lets their
   * requests run again. All processes should set the same bound.
   *
   * @param maxEntries how many keys are held, at least 1; any number by default
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
   * Bounds a statement of the store's own connections, and with it the wait for a lock that a
   * transaction holds for long. H2 and SQLite have settings of the connection for that.
   *
   * @param limit at least 1 second, at most a day; parts of a second count as a whole one
   * @return this
   * @throws IllegalArgumentException if {@code limit} is not within its bounds
   */
  public SqlIdempotencyStoreBuilder statementTimeout(Duration limit) {
    if (limit.compareTo(Duration.ofSeconds(1)) < 0 || limit.compareTo(LONGEST_STATEMENT) > 0) {
      throw new IllegalArgumentException(
          "statementTimeout must be from 1 s to 1 day, but was " + TimeText.inWords(limit));
    }
    this.statementTimeout = limit;
    return this;
  }

  /**
   * Replaces the retry: policy, budget, listeners, environment. What a failure means is added to
   * its policy, and its idempotency is set: a call runs again only if the database did not do it.
   * An interrupt does not end its waits.
   *
   * @param retry the retry; {@link Retry#none()} for none
   * @return this
   */
  public SqlIdempotencyStoreBuilder retry(Retry retry) {
    this.retry = Objects.requireNonNull(retry, "retry");
    return this;
  }

  /** Replaces the database's clock, for tests. */
  SqlIdempotencyStoreBuilder clock(InstantSource source) {
    this.clock = dialect -> () -> Long.toString(Micros.of(source.instant()));
    return this;
  }

  /**
   * Makes what is missing of the schema, as {@link StoreDatabase#ddl} has it. May be called by many
   * processes at the same time, and again.
   *
   * @return this
   * @throws IllegalArgumentException if the database is none of {@link StoreDatabase}
   * @throws dev.reprise.idempotency.store.IdempotencyStoreException if the database fails, or does
   *     not let this user make tables
   */
  public SqlIdempotencyStoreBuilder createSchema() {
    Statements statements = statements();
    new Schema(statements, calls(statements)).create();
    return this;
  }

  /**
   * Opens the store, after a look whether its schema is there.
   *
   * @return the store
   * @throws IllegalArgumentException if the database is none of {@link StoreDatabase}
   * @throws dev.reprise.idempotency.store.IdempotencyStoreException if the database fails, or
   *     something is missing in it, which is named
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
