package dev.reprise.jdbc;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.batch.Batch;
import dev.reprise.jdbc.classify.SqlClassifier;
import dev.reprise.jdbc.internal.transaction.TransactionBatch;
import dev.reprise.jdbc.internal.transaction.TransactionCall;
import dev.reprise.jdbc.internal.transaction.TransactionCancellation;
import dev.reprise.jdbc.internal.transaction.TransactionScope;
import dev.reprise.jdbc.internal.transaction.TransactionSettings;
import dev.reprise.jdbc.transaction.ItemBinder;
import dev.reprise.jdbc.transaction.TransactionAction;
import dev.reprise.jdbc.transaction.TransactionIsolation;
import dev.reprise.jdbc.transaction.TransactionWork;
import dev.reprise.policy.RetryPolicy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs transactions, and runs a transaction again if the database ended it for a temporary reason:
 * a deadlock, a serialization failure, a lock timeout or a lost connection. Create one for each
 * data source. Immutable and safe for use by any thread.
 *
 * <pre>{@code
 * transactions = TransactionRetry.on(dataSource).isolation(SERIALIZABLE);
 *
 * return transactions.inTransaction(
 *     connection -> {
 *       long left = balance(connection, account) - amount;
 *       if (left < 0) {
 *         throw new TooLittleException(left + amount);
 *       }
 *       setBalance(connection, account, left);
 *       return left;
 *     });
 * }</pre>
 *
 * <ul>
 *   <li><b>Attempts.</b> Each attempt gets a connection from the data source, runs the work in a
 *       transaction and commits. If anything is thrown, including an {@code Error}, the transaction
 *       is rolled back first. No connection is held while the call waits.
 *   <li><b>Unknown commits.</b> If the outcome of a commit is unknown, for example because the
 *       connection broke, the call ends with {@link
 *       dev.reprise.decision.StopReason#EFFECT_UNKNOWN}, unless the transaction is declared {@link
 *       #idempotent}. A failure before the commit is sent has no effect on the database.
 *   <li><b>Connections.</b> A failure of the rollback, or while the connection is returned, is
 *       suppressed in the thrown failure. If the state of a connection is unknown, its pool is made
 *       to drop it. Otherwise auto-commit, isolation, read-only mode and timeouts are restored, and
 *       so is everything that the work changed by setters of the connection: schema, catalog,
 *       holdability, type map and client info. Changes that an earlier user left uncommitted on a
 *       connection without auto-commit are rolled back first.
 *   <li><b>Timeouts.</b> Attempts are not interrupted. The attempt timeout of the policy becomes a
 *       query timeout for each statement, in whole seconds, rounded up, and a network timeout that
 *       is one second longer. Both are limited to the remaining time of the attempt.
 *   <li><b>Nested calls.</b> A call that the work makes on the same thread and data source joins
 *       the transaction: it is neither retried nor committed by itself. If it fails, the
 *       transaction is rolled back, even if the work continues. It must not require a different
 *       isolation, and must not write inside a read-only transaction.
 *   <li><b>Separate transactions.</b> A transaction that the work runs on a different data source
 *       or thread is not undone by the rollback. If the work throws its failure, and its commit may
 *       have succeeded, this call is not retried, unless it is declared {@link #idempotent}.
 *   <li><b>Savepoints</b> belong to the work.
 * </ul>
 *
 * <p>Failures that the policy names are retried too, even if the {@link SqlClassifier} classifies
 * them or their causes differently. They have no effect either, since the transaction was rolled
 * back. Other exceptions that the work throws are not retried, and neither is a write in a
 * read-only transaction.
 *
 * <table>
 *   <caption>Defaults</caption>
 *   <tr><td>attempts</td><td>20</td></tr>
 *   <tr><td>backoff</td><td>exponential from 10 ms, doubling, capped at 1 s, full jitter</td></tr>
 *   <tr><td>time limit</td><td>30 s</td></tr>
 *   <tr><td>budget</td><td>none: the pool limits the load on the database</td></tr>
 *   <tr><td>isolation, read-only, timeouts</td><td>those of the connection</td></tr>
 * </table>
 *
 * <p><b>Limits.</b> A statement that ends a transaction by itself is not detected: {@code COMMIT}
 * as text, and data definition in MySQL, MariaDB and Oracle. Changes before it stay committed.
 */
public final class TransactionRetry {

  private static final Retry JOINED = Retry.none();

  private final @Nullable Supplier<Retry> source;
  private volatile TransactionSettings latest; // a race creates equal ones

  private TransactionRetry(TransactionSettings settings, @Nullable Supplier<Retry> source) {
    this.source = source;
    latest = settings;
  }

  /** The settings, with the current retry of the source. */
  private TransactionSettings settings() {
    TransactionSettings known = latest;
    if (source != null) {
      Retry current = Objects.requireNonNull(source.get(), "the supplier returned null");
      if (known.retry() != current) {
        known = known.withRetry(current);
        latest = known;
      }
    }
    return known;
  }

  private TransactionRetry changed(UnaryOperator<TransactionSettings> change) {
    return new TransactionRetry(change.apply(settings()), source);
  }

  /**
   * Transactions on a data source, with the defaults.
   *
   * @param dataSource lends a connection for each attempt; nested calls are recognised by its
   *     identity
   * @return transactions with the defaults
   * @throws IllegalArgumentException if it is, or reports that it wraps, Spring's {@code
   *     TransactionAwareDataSourceProxy} or {@code SingleConnectionDataSource}, whose connections
   *     several callers use at the same time; behind a wrapper that does not report this, the first
   *     call throws this exception before it uses the connection
   */
  public static TransactionRetry on(DataSource dataSource) {
    return new TransactionRetry(new TransactionSettings(dataSource), null);
  }

  /**
   * The default policy, as a start for a policy of your own.
   *
   * @return attempts, backoff and limits as in the table above
   */
  public static RetryPolicy defaultPolicy() {
    return TransactionSettings.DEFAULT_POLICY;
  }

  /**
   * Replaces the retry: policy, budget, name, listeners and environment. The classifier of this
   * object is added to the policy, after the conditions that the policy has. The idempotency of the
   * policy is set to not idempotent, unless it is idempotent or keyed.
   *
   * @param retry the retry
   * @return a copy with this retry
   * @throws IllegalArgumentException if its policy is hedged
   */
  public TransactionRetry with(Retry retry) {
    return new TransactionRetry(settings().withRetry(Objects.requireNonNull(retry, "retry")), null);
  }

  /**
   * Replaces the retry by the current one of a source, such as a registry whose policies are
   * reloaded. Each transaction has the retry that is current when it begins.
   *
   * @param current called at the begin of each transaction, and once by this method; fast, and safe
   *     for use by any thread; should return the same instance until the retry changes. If it
   *     throws, or its retry is null or hedged, so does the method that begins the transaction.
   * @return a copy with the retries of this source; {@link #policy} and {@link #named} return a
   *     copy with a fixed retry again
   * @throws IllegalArgumentException if the policy of the current retry is hedged
   */
  public TransactionRetry with(Supplier<Retry> current) {
    TransactionRetry following =
        new TransactionRetry(settings(), Objects.requireNonNull(current, "current"));
    following.settings();
    return following;
  }

  /**
   * Replaces only the policy, as {@link #with} does.
   *
   * @param policy the policy
   * @return a copy with this policy, the same budget and the same other settings
   * @throws IllegalArgumentException if the policy is hedged
   */
  public TransactionRetry policy(RetryPolicy policy) {
    return with(settings().retry().withPolicy(Objects.requireNonNull(policy, "policy")));
  }

  /**
   * Sets the name in events, logs and reports. Default {@code transaction}.
   *
   * @param name the name
   * @return a copy with this name
   */
  public TransactionRetry named(String name) {
    return with(settings().retry().named(name));
  }

  /**
   * Replaces the classifier of failures. Default {@link SqlClassifier#standard}.
   *
   * @param classifier the classifier
   * @return a copy with this classifier
   */
  public TransactionRetry classifier(SqlClassifier classifier) {
    Objects.requireNonNull(classifier, "classifier");
    return changed(settings -> settings.withClassifier(classifier));
  }

  /**
   * Sets the isolation of each transaction. By default the isolation of the connection is not
   * changed. Most drivers need one statement to read the isolation, and one each to set and to
   * restore it if it differs. An isolation that is set in the pool saves the last two.
   *
   * @param isolation the isolation
   * @return a copy with this isolation
   */
  public TransactionRetry isolation(TransactionIsolation isolation) {
    Objects.requireNonNull(isolation, "isolation");
    return changed(settings -> settings.withIsolation(isolation));
  }

  /**
   * Makes transactions read-only, as far as the driver supports it; those of H2 and SQLite do not
   * refuse writes. A write that the database rejects for this reason is not retried.
   *
   * @return a copy with read-only transactions
   */
  public TransactionRetry readOnly() {
    return changed(settings -> settings.withReadOnly());
  }

  /**
   * Declares that running the transaction twice has the same effect as running it once. A commit
   * whose outcome is unknown is then retried.
   *
   * @return a copy with idempotent transactions
   */
  public TransactionRetry idempotent() {
    return changed(settings -> settings.withIdempotent());
  }

  /**
   * Limits each statement by {@link java.sql.Statement#setQueryTimeout}, in whole seconds, rounded
   * up; at most 2,147,483, which is 24 days, since drivers convert them to milliseconds. The
   * remaining time of the attempt and a timeout that the work sets can shorten it. By default only
   * the attempt timeout of the policy limits statements.
   *
   * @param limit the time, more than zero
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code limit} is zero or negative
   */
  public TransactionRetry statementTimeout(Duration limit) {
    return changed(settings -> settings.withStatementTimeout(limit));
  }

  /**
   * Limits the time without data from the server, by {@link java.sql.Connection#setNetworkTimeout},
   * in milliseconds, rounded up. After the timeout the connection is lost; during a commit, its
   * outcome is then unknown. The timeout is at most one second longer than the remaining time of
   * the attempt. By default only the attempt timeout of the policy limits the network. Drivers of
   * databases in this process ignore it.
   *
   * @param limit the time, more than zero
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code limit} is zero or negative
   */
  public TransactionRetry networkTimeout(Duration limit) {
    return changed(settings -> settings.withNetworkTimeout(limit));
  }

  /**
   * Runs work in a transaction, on this thread.
   *
   * @param work run for each attempt
   * @param <T> type of the result
   * @param <X> type of the exceptions of the work, in addition to {@code SQLException}
   * @return the result of the work, committed; not yet committed if this call has joined a
   *     transaction
   * @throws X the exception of the work in the last attempt, the same instance
   * @throws SQLException the exception of the work in the last attempt, the same instance; or if
   *     the data source has no connection, or the transaction could not be started or committed
   */
  public <T extends @Nullable Object, X extends Throwable> T inTransaction(
      TransactionWork<T, X> work) throws X, SQLException {
    Objects.requireNonNull(work, "work");
    TransactionSettings settings = settings();
    TransactionScope outer = TransactionScope.on(settings.dataSource());
    if (outer != null) {
      return outer.join(settings, work);
    }
    TransactionCall<T, X> call = new TransactionCall<>(settings, work, null);
    return call.retry().callWith(call.operation());
  }

  /**
   * Runs an action in a transaction, as {@link #inTransaction}.
   *
   * @param action run for each attempt
   * @param <X> type of the exceptions of the action, in addition to {@code SQLException}
   * @throws X the exception of the action in the last attempt, the same instance
   * @throws SQLException as {@link #inTransaction}
   */
  public <X extends Throwable> void runInTransaction(TransactionAction<X> action)
      throws X, SQLException {
    Objects.requireNonNull(action, "action");
    this.<Boolean, X>inTransaction(
        connection -> {
          action.run(connection);
          return true;
        });
  }

  /**
   * Runs work in a transaction as {@link #inTransaction} does, and returns a failure instead of
   * throwing it. An {@code Error} is still thrown.
   *
   * @param work run for each attempt
   * @param <T> type of the result
   * @return value or failure, attempts, stop reason, elapsed time and report
   */
  public <T extends @Nullable Object> RetryResult<T> executeInTransaction(
      TransactionWork<T, ?> work) {
    Objects.requireNonNull(work, "work");
    TransactionSettings settings = settings();
    TransactionScope outer = TransactionScope.on(settings.dataSource());
    if (outer != null) {
      return JOINED.execute(() -> outer.join(settings, work));
    }
    return execute(new TransactionCall<>(settings, work, null));
  }

  private static <T extends @Nullable Object, X extends Throwable> RetryResult<T> execute(
      TransactionCall<T, X> call) {
    return call.retry().executeWith(call.operation());
  }

  /**
   * Runs work in a transaction on an executor. The call holds no thread and no connection while it
   * waits. If the caller completes the future, for example by {@code cancel}, the call ends: no
   * further attempt starts, the running statement is cancelled, no further row of a result is read,
   * and the transaction is rolled back unless its commit has been sent. The thread of the attempt
   * is interrupted too; an interrupt that arrives before commit or rollback does not disturb them.
   *
   * @param work run for each attempt, on the executor
   * @param executor runs the attempts
   * @param <T> type of the result
   * @return completes with the result of the work, or with the failure of the last attempt, not
   *     wrapped
   * @throws IllegalStateException if this thread is in a transaction on the data source, which a
   *     different thread cannot join
   */
  public <T extends @Nullable Object> CompletableFuture<T> inTransactionAsync(
      TransactionWork<T, ?> work, Executor executor) {
    return start(work, executor, (call, on) -> call.retry().callAsyncWith(call.operation(), on));
  }

  /**
   * Runs work in a transaction on an executor as {@link #inTransactionAsync} does, and completes
   * normally with a failure.
   *
   * @param work run for each attempt, on the executor
   * @param executor runs the attempts
   * @param <T> type of the result
   * @return completes with value or failure, attempts, stop reason, elapsed time and report;
   *     completes exceptionally only with an {@code Error}
   * @throws IllegalStateException as {@link #inTransactionAsync}
   */
  public <T extends @Nullable Object> CompletableFuture<RetryResult<T>> executeInTransactionAsync(
      TransactionWork<T, ?> work, Executor executor) {
    return start(work, executor, (call, on) -> call.retry().executeAsyncWith(call.operation(), on));
  }

  /**
   * Creates a batch that runs one statement for each of many items, such as an insert. The items of
   * a call are sent by {@code executeBatch} in a transaction of their own: all of them are
   * committed, or none.
   *
   * <ul>
   *   <li>If the call fails for a temporary reason, it is sent again as {@link #inTransaction}
   *       would run a transaction again.
   *   <li>If the database refuses the values of an item, the call is {@linkplain Batch#isolating
   *       halved} until each such item is alone. It is dead with the exception of the database.
   *   <li>If the outcome of a commit is unknown, the items of the call are dead with {@link
   *       dev.reprise.decision.StopReason#EFFECT_UNKNOWN}, unless the transactions are {@link
   *       #idempotent}: an upsert is, a plain insert is not. A plain insert that is declared so and
   *       finds its key taken after such a commit is done.
   *   <li>After a failure that is not about the items, such as invalid SQL or a refused password,
   *       the run stops, and the remaining items are not attempted. A failure that {@linkplain
   *       dev.reprise.jdbc.classify.SqlCategory#UNRECOGNISED no rule} matches is not about the
   *       items if it occurs before the statement is executed, or if ten items in a row are refused
   *       alone while no item is committed. The same holds for types that do not match in
   *       PostgreSQL, for missing rights there if its messages are not English, and for errors of
   *       functions in SQLite.
   *   <li>A statement that returns rows, as by {@code RETURNING}, stops the run if the driver
   *       refuses it in a batch. Otherwise its rows are not read.
   * </ul>
   *
   * <p>The retry is the current one of this object. In a batch, {@code within} of its policy limits
   * the whole run, and attempts are those without progress. The attempt timeout limits statements,
   * as in transactions. The batch has calls of 100 items, one at a time, until {@link
   * Batch#chunkSize} and {@link Batch#parallelism} change that; each parallel call uses a
   * connection. It never joins a transaction of this thread.
   *
   * @param sql the statement, with parameters
   * @param binder sets the parameters for an item
   * @param <I> type of the items
   * @return the batch
   * @throws IllegalStateException if these transactions are read-only
   */
  public <I> Batch<I> batch(String sql, ItemBinder<? super I> binder) {
    return TransactionBatch.of(
        settings(), Objects.requireNonNull(sql, "sql"), Objects.requireNonNull(binder, "binder"));
  }

  private <T extends @Nullable Object, R extends @Nullable Object> CompletableFuture<R> start(
      TransactionWork<T, ?> work,
      Executor executor,
      BiFunction<TransactionCall<T, ?>, Executor, CompletableFuture<R>> starter) {
    Objects.requireNonNull(work, "work");
    Objects.requireNonNull(executor, "executor");
    TransactionSettings settings = settings();
    if (TransactionScope.on(settings.dataSource()) != null) {
      throw new IllegalStateException(
          "this thread is in a transaction on the data source, which a different thread cannot"
              + " join");
    }
    TransactionCall<T, ?> call =
        new TransactionCall<>(settings, work, new TransactionCancellation());
    CompletableFuture<R> future = starter.apply(call, executor);
    CompletableFuture<R> unused = future.whenComplete((result, failure) -> call.futureCompleted());
    return future;
  }
}
