package dev.reprise.jdbc;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.policy.RetryPolicy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs transactions and runs them again when the database ended them for a reason that passes: a
 * deadlock, a serialization failure, a lock that was not to be had, a lost connection. Made once
 * for each data source; immutable, safe for use by any thread.
 *
 * <pre>{@code
 * TransactionRetry transactions = TransactionRetry.on(dataSource).isolation(SERIALIZABLE);
 *
 * long balance = transactions.inTransaction(connection -> withdraw(connection, account, amount));
 * }</pre>
 *
 * <ul>
 *   <li>Each attempt asks the data source for a connection, runs the work in a transaction and
 *       commits. If anything is thrown, {@code Error}s included, it is rolled back before anything
 *       else happens. No connection is held while the call waits.
 *   <li>A commit whose outcome is not known, as when the connection breaks during it, ends the call
 *       with {@link dev.reprise.decision.StopReason#EFFECT_UNKNOWN}, unless the transaction is
 *       declared {@link #idempotent}. All that fails before the commit is sent has no effect.
 *   <li>What goes wrong in a rollback or when the connection is given back is suppressed in the
 *       failure. A connection whose state is not known is dropped by its pool. Else autoCommit,
 *       isolation, read-only, the timeouts, and what the work changed by setters of the connection
 *       (schema, catalog, holdability, type map, client info) are restored. Work that an earlier
 *       user left uncommitted on a connection without autoCommit is rolled back first.
 *   <li>Attempts are not interrupted. The policy's attempt timeout becomes a query timeout for each
 *       statement, in whole seconds and rounded up, and a network timeout a second above it, both
 *       shrunk to what the attempt has left.
 *   <li>A call that the work makes, on the same thread and data source, joins the transaction: it
 *       is neither retried nor committed by itself. If it fails, the whole is rolled back, even if
 *       the work goes on. It may not ask for another isolation, nor write inside a read-only one.
 *   <li>A transaction of its own that the work runs, on another data source or thread, is not
 *       undone by the rollback. If its failure leaves the work, and its commit may have got
 *       through, this call ends as well, unless declared {@link #idempotent}.
 *   <li>Savepoints belong to the work.
 * </ul>
 *
 * <p>What the policy names is retried too, whatever the {@link SqlClassifier} makes of it or of its
 * cause; it has no effect either, for it was rolled back. Other exceptions of the work's own are
 * not retried, and neither is a write where read-only was asked for.
 *
 * <table>
 *   <caption>Defaults</caption>
 *   <tr><td>attempts</td><td>20</td></tr>
 *   <tr><td>backoff</td><td>exponential from 10 ms, doubling, capped at 1 s, full jitter</td></tr>
 *   <tr><td>time limit</td><td>30 s</td></tr>
 *   <tr><td>budget</td><td>none: the pool limits how much reaches the database</td></tr>
 *   <tr><td>isolation, read-only, timeouts</td><td>those of the connection</td></tr>
 * </table>
 *
 * <p>Statements that end a transaction by themselves are not seen here: {@code COMMIT} as text, and
 * data definition with MySQL, MariaDB and Oracle. What ran before them stays.
 */
public final class TransactionRetry {

  private static final Retry JOINED = Retry.none();

  private final TransactionSettings settings;

  private TransactionRetry(TransactionSettings settings) {
    this.settings = settings;
  }

  /**
   * Transactions on a data source.
   *
   * @param dataSource asked for a connection for each attempt; nested calls are known by its
   *     identity
   * @return with the defaults
   * @throws IllegalArgumentException if it is, or says that it wraps, Spring's {@code
   *     TransactionAwareDataSourceProxy} or {@code SingleConnectionDataSource}, whose connections
   *     others use at the same time; behind a wrapper that does not say so, the first call throws
   *     it, before anything is done on the connection
   */
  public static TransactionRetry on(DataSource dataSource) {
    return new TransactionRetry(new TransactionSettings(dataSource));
  }

  /**
   * The policy of transactions for which none is set, to begin one's own with.
   *
   * @return attempts, backoff and limits as in the table above
   */
  public static RetryPolicy defaultPolicy() {
    return TransactionSettings.POLICY;
  }

  private TransactionRetry changed(Consumer<TransactionSettings> change) {
    return new TransactionRetry(settings.with(change));
  }

  /**
   * Changes the retry: policy, budget, name, listeners, environment. Its policy is asked about each
   * failure after the classifier of this transaction has been added to it, behind those it has. Its
   * idempotency is set to not idempotent, unless it says idempotent or keyed.
   *
   * @param retry the retry
   * @return a copy with this retry
   * @throws IllegalArgumentException if its policy is hedged
   */
  public TransactionRetry with(Retry retry) {
    Objects.requireNonNull(retry, "retry");
    return changed(settings -> settings.retry(retry));
  }

  /**
   * Changes the policy alone, as {@link #with}.
   *
   * @param policy the policy
   * @return a copy with this policy, with the same budget and other settings
   * @throws IllegalArgumentException if the policy is hedged
   */
  public TransactionRetry policy(RetryPolicy policy) {
    return with(settings.retry().withPolicy(Objects.requireNonNull(policy, "policy")));
  }

  /**
   * Changes the name in events, logs and reports. Default {@code transaction}.
   *
   * @param name the name
   * @return a copy with this name
   */
  public TransactionRetry named(String name) {
    return with(settings.retry().named(name));
  }

  /**
   * Replaces the classifier of failures. Default {@link SqlClassifier#standard}.
   *
   * @param classifier the classifier
   * @return a copy with this classifier
   */
  public TransactionRetry classifier(SqlClassifier classifier) {
    Objects.requireNonNull(classifier, "classifier");
    return changed(settings -> settings.classifier = classifier);
  }

  /**
   * Sets the isolation of each transaction. By default that of the connection is left alone. With
   * most drivers it takes a statement to read it, one to set it where it differs and one to put it
   * back: setting it in the pool saves two of them.
   *
   * @param isolation the isolation
   * @return a copy with this isolation
   */
  public TransactionRetry isolation(TransactionIsolation isolation) {
    Objects.requireNonNull(isolation, "isolation");
    return changed(settings -> settings.isolation = isolation);
  }

  /**
   * Makes transactions read-only, as far as the driver does. A write in one is not retried.
   *
   * @return a copy whose transactions are
   */
  public TransactionRetry readOnly() {
    return changed(settings -> settings.readOnly = true);
  }

  /**
   * Declares that doing the transaction twice is as good as once: then a commit whose outcome is
   * not known is retried.
   *
   * @return a copy that says so
   */
  public TransactionRetry idempotent() {
    return changed(TransactionSettings::idempotent);
  }

  /**
   * Limits each statement by {@link java.sql.Statement#setQueryTimeout}, which counts in whole
   * seconds: rounded up. It shrinks to what the attempt has left, and to what the work itself sets.
   * By default only the policy's attempt timeout limits statements.
   *
   * @param limit the time, more than zero
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code limit} is zero or negative
   */
  public TransactionRetry statementTimeout(Duration limit) {
    long nanos = TransactionSettings.positive("statementTimeout", limit);
    return changed(settings -> settings.statementNanos = nanos);
  }

  /**
   * Limits how long the server may be silent, by {@link java.sql.Connection#setNetworkTimeout}, in
   * milliseconds. Where that happens the connection is lost; during a commit, so is its outcome. It
   * shrinks to a second more than the attempt has left. By default only the policy's attempt
   * timeout limits the network. Drivers of databases in process take no notice of it.
   *
   * @param limit the time, more than zero
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code limit} is zero or negative
   */
  public TransactionRetry networkTimeout(Duration limit) {
    long nanos = TransactionSettings.positive("networkTimeout", limit);
    return changed(settings -> settings.networkNanos = nanos);
  }

  /**
   * Runs work in a transaction, on this thread.
   *
   * @param work run for each attempt
   * @param <T> type of the result
   * @param <X> what it may throw besides {@code SQLException}
   * @return what the work returned, committed; not yet committed where this call joined another
   * @throws X what the work threw in the last attempt, the same instance
   * @throws SQLException so too; or if no connection was to be had, or the transaction could not be
   *     begun or committed
   */
  public <T extends @Nullable Object, X extends Throwable> T inTransaction(
      TransactionWork<T, X> work) throws X, SQLException {
    Objects.requireNonNull(work, "work");
    TransactionScope outer = TransactionScope.on(settings.dataSource);
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
   * @param <X> what it may throw besides {@code SQLException}
   * @throws X what the action threw in the last attempt, the same instance
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
   * Runs work in a transaction and returns its result instead of throwing, as {@link
   * #inTransaction}. An {@code Error} is thrown all the same.
   *
   * @param work run for each attempt
   * @param <T> type of the result
   * @return value or failure, attempts, stop reason, time and report
   */
  public <T extends @Nullable Object> RetryResult<T> executeInTransaction(
      TransactionWork<T, ?> work) {
    Objects.requireNonNull(work, "work");
    TransactionScope outer = TransactionScope.on(settings.dataSource);
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
   * Runs work in a transaction on an executor; waits hold no thread and no connection. Completing
   * the future from outside, as by {@code cancel}, ends the call: no attempt starts any more, the
   * running statement is cancelled, and what runs is rolled back, unless its commit has been sent
   * by then. The thread that runs the attempt is interrupted, too, but not during commit and
   * rollback if the interrupt came before them.
   *
   * @param work run for each attempt, on the executor
   * @param executor where attempts run
   * @param <T> type of the result
   * @return completes with what the work returned, or with what the last attempt threw, not wrapped
   * @throws IllegalStateException if this thread is in a transaction on the data source, which
   *     another thread could not join
   */
  public <T extends @Nullable Object> CompletableFuture<T> inTransactionAsync(
      TransactionWork<T, ?> work, Executor executor) {
    return start(work, executor, (call, on) -> call.retry().callAsyncWith(call.operation(), on));
  }

  /**
   * Runs work in a transaction on an executor and returns its result, as {@link
   * #inTransactionAsync}.
   *
   * @param work run for each attempt, on the executor
   * @param executor where attempts run
   * @param <T> type of the result
   * @return completes with value or failure, attempts, stop reason, time and report; fails only
   *     with an {@code Error}
   * @throws IllegalStateException as {@link #inTransactionAsync}
   */
  public <T extends @Nullable Object> CompletableFuture<RetryResult<T>> executeInTransactionAsync(
      TransactionWork<T, ?> work, Executor executor) {
    return start(work, executor, (call, on) -> call.retry().executeAsyncWith(call.operation(), on));
  }

  private <T extends @Nullable Object, R extends @Nullable Object> CompletableFuture<R> start(
      TransactionWork<T, ?> work,
      Executor executor,
      BiFunction<TransactionCall<T, ?>, Executor, CompletableFuture<R>> starter) {
    Objects.requireNonNull(work, "work");
    Objects.requireNonNull(executor, "executor");
    if (TransactionScope.on(settings.dataSource) != null) {
      throw new IllegalStateException(
          "this thread is in a transaction on the data source, which another thread cannot join");
    }
    TransactionCancel cancel = new TransactionCancel();
    TransactionCall<T, ?> call = new TransactionCall<>(settings, work, cancel);
    CompletableFuture<R> future = starter.apply(call, executor);
    CompletableFuture<R> unused = future.whenComplete((result, failure) -> call.ended());
    return future;
  }
}
