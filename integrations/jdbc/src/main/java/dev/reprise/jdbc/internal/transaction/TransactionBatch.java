package dev.reprise.jdbc.internal.transaction;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.operation.BatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.classify.Classifier;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.jdbc.classify.SqlCategory;
import dev.reprise.jdbc.classify.SqlFailure;
import dev.reprise.jdbc.classify.SqlPhase;
import dev.reprise.jdbc.transaction.ItemBinder;
import dev.reprise.report.FailureText;
import dev.reprise.text.CountText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends the items of a call by {@code executeBatch}, in a transaction of their own, so that either
 * all of them are committed or none. The update counts of a failed batch are not read: their
 * meaning differs between drivers, and the rollback makes it the same.
 */
public final class TransactionBatch<I> implements Classifier {

  private static final int CHUNK_SIZE = 100;

  /**
   * The number of items that are refused one after the other, each alone, with a failure of which
   * it is unknown whether an item is the reason, after which the statement probably is.
   */
  private static final int MOST_REFUSED_ALONE = 10;

  private final TransactionSettings settings;
  private final String sql;
  private final boolean insertsOnly;
  private final ItemBinder<? super I> binder;

  private TransactionBatch(TransactionSettings settings, String sql, ItemBinder<? super I> binder) {
    this.settings = settings;
    this.sql = sql;
    this.insertsOnly = PlainInserts.isOne(sql);
    this.binder = binder;
  }

  /** Returns a batch with the policy, the budget and the environment of the transactions. */
  public static <I> Batch<I> of(
      TransactionSettings settings, String sql, ItemBinder<? super I> binder) {
    if (settings.isReadOnly()) {
      throw new IllegalStateException(
          "a batch writes, but these transactions are read-only: do not call readOnly()");
    }
    TransactionBatch<I> batch = new TransactionBatch<>(settings, sql, binder);
    Retry retry = settings.callRetry();
    return Batch.perRun(
            retry.withPolicy(retry.policy().toBuilder().classifyWith("sqlBatch", batch).build()),
            batch::ofRun)
        .chunkSize(CHUNK_SIZE)
        .parallelism(1)
        .isolating(batch::isAboutItems)
        .stoppingOn(batch::endsEveryCall);
  }

  /**
   * Returns the operation of a run, which counts the items that were refused alone since an item
   * was committed.
   */
  private BatchOperation<I> ofRun() {
    AtomicInteger refusedAlone = new AtomicInteger();
    return chunk -> send(chunk, refusedAlone);
  }

  private BatchReply<I> send(List<I> chunk, AtomicInteger refusedAlone) throws SQLException {
    TransactionDeadline deadline =
        new TransactionDeadline(
            settings, 1, TransactionSettings.MAX_DURATION, settings.retry().environment().ticks());
    TransactionAttempt attempt = new TransactionAttempt(settings, deadline, null);
    Progress progress = new Progress();
    try {
      BatchReply<I> reply = attempt.run(connection -> execute(connection, chunk, progress));
      if (progress.bound > 0) {
        refusedAlone.set(0);
      }
      return reply;
    } catch (Exception failure) { // a binder in another language throws any exception
      if (TransactionCall.wasInterrupted(failure)) {
        Thread.currentThread().interrupt();
      }
      if (attempt.phase() == SqlPhase.COMMITTING && settings.mayHaveCommitted(failure)) {
        throw new UnknownCommitException(failure);
      }
      if (chunk.size() == 1 && isDuplicate(failure)) {
        return BatchReply.<I>allDone().conflictingAt(0, FailureText.describe(failure), failure);
      }
      if (isDoubtful(failure)) {
        throwIfNotAboutItems(failure, progress.prepared, chunk.size(), refusedAlone);
      }
      throw failure;
    }
  }

  /** The progress of a call. */
  private static final class Progress {

    boolean prepared;
    int bound;
  }

  /** Throws an exception that stops the run if a failure is probably not about items. */
  private void throwIfNotAboutItems(
      Exception failure, boolean prepared, int items, AtomicInteger refusedAlone)
      throws RefusedStatementException {
    if (!prepared) {
      throw refused("the call failed before its first item", failure);
    }
    if (items == 1 && refusedAlone.incrementAndGet() >= MOST_REFUSED_ALONE) {
      throw refused(MOST_REFUSED_ALONE + " items in a row were refused, each alone", failure);
    }
  }

  private RefusedStatementException refused(String reason, Exception failure) {
    return category(failure).equals(Optional.of(SqlCategory.UNRECOGNISED))
        ? RefusedStatementException.withoutRule(reason, failure)
        : new RefusedStatementException(reason, failure);
  }

  private BatchReply<I> execute(Connection connection, List<I> chunk, Progress progress)
      throws SQLException {
    BatchReply<I> reply = BatchReply.allDone();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      progress.prepared = true;
      for (int i = 0; i < chunk.size(); i++) {
        I item = chunk.get(i);
        statement.clearParameters(); // addBatch keeps those of the item before
        try {
          StatementProxy.whileSettersOnly(statement, () -> binder.bind(statement, item));
        } catch (Throwable failure) {
          if (isAboutCall(failure)) {
            throw failure;
          }
          reply = reply.rejectingAt(i, FailureText.describe(failure), failure);
          continue;
        }
        statement.addBatch();
        progress.bound++;
      }
      if (progress.bound > 0) {
        int[] results = execute(statement);
        if (StatementProxy.wasUnwrapped(statement) && results.length != progress.bound) {
          throw RefusedStatementException.ofBinder(
              "the binder must not change the batch of the unwrapped statement, which had "
                  + CountText.of(results.length, "item")
                  + " instead of "
                  + progress.bound);
        }
      }
    }
    return reply;
  }

  /**
   * Executes a statement, and returns a result for each item. A bug of the driver becomes a failure
   * that no rule matches.
   */
  private int[] execute(PreparedStatement statement) throws SQLException {
    try {
      return statement.executeBatch();
    } catch (SQLException failure) {
      if (settings
          .classifier()
          .diagnose(failure)
          .filter(found -> RefusedRows.areReasonOf(found, statement))
          .isPresent()) {
        throw refusedRows(failure);
      }
      throw failure;
    } catch (RuntimeException bug) {
      if (RefusedRows.areReasonOf(bug, sql)) {
        throw refusedRows(bug);
      }
      if (settings.verdict(bug, Outcome.threw(bug), SqlPhase.IN_TRANSACTION).action()
          == Verdict.Action.RETRY) {
        throw bug;
      }
      throw new SQLException("the driver failed: " + FailureText.describe(bug), bug);
    }
  }

  private static RefusedStatementException refusedRows(Exception failure) {
    return new RefusedStatementException(
        "the statement returns rows, which this driver refuses in a batch", failure);
  }

  /** Returns whether a failure of the binder is not about its item. */
  private boolean isAboutCall(Throwable failure) {
    return failure instanceof RefusedStatementException
        || TransactionCall.wasInterrupted(failure)
        || Failures.isCancellation(failure)
        || category(failure).filter(SqlCategory::isRetryable).isPresent();
  }

  /** Returns whether a call failed because of its items, so that its parts may succeed. */
  private boolean isAboutItems(Throwable failure) {
    return !(failure instanceof UnknownCommitException)
        && !(failure instanceof RefusedStatementException)
        && settings
            .classifier()
            .diagnose(failure)
            .filter(
                found ->
                    found.category() == SqlCategory.CONSTRAINT
                        || found.category() == SqlCategory.DATA
                        || isDoubtful(found))
            .isPresent();
  }

  /** An upsert would have replaced its own row, so a row that refuses it is another one. */
  private boolean isDuplicate(Throwable failure) {
    return insertsOnly
        && settings.classifier().diagnose(failure).filter(DuplicateKeys::isDuplicate).isPresent();
  }

  /** Returns whether every further call would fail in the same way. */
  private boolean endsEveryCall(Throwable failure) {
    return failure instanceof RefusedStatementException
        || settings
            .classifier()
            .diagnose(failure)
            .filter(found -> endsEveryCall(found.category()) && !isDoubtful(found))
            .isPresent();
  }

  private static boolean endsEveryCall(SqlCategory category) {
    return category == SqlCategory.SYNTAX
        || category == SqlCategory.PERMANENT
        || category == SqlCategory.NO_CONNECTION
        || category == SqlCategory.READ_ONLY;
  }

  private boolean isDoubtful(Exception failure) {
    return !(failure instanceof RefusedStatementException)
        && settings.classifier().diagnose(failure).filter(TransactionBatch::isDoubtful).isPresent();
  }

  /** Returns whether it is unknown if an item or the statement is the reason of a failure. */
  private static boolean isDoubtful(SqlFailure failure) {
    return failure.category() == SqlCategory.UNRECOGNISED || PossibleItemFailures.contains(failure);
  }

  private Optional<SqlCategory> category(Throwable failure) {
    return settings.classifier().diagnose(failure).map(found -> found.category());
  }

  @Override
  public Verdict classify(Outcome<?> outcome) {
    Throwable failure = outcome.failureOrNull();
    if (failure == null) {
      return Verdict.pass();
    }
    Throwable cause = failure.getCause();
    if (failure instanceof UnknownCommitException && cause != null) {
      return settings.verdict(cause, Outcome.threw(cause), SqlPhase.COMMITTING);
    }
    return failure instanceof RefusedStatementException && cause != null
        ? settings.verdict(cause, Outcome.threw(cause), SqlPhase.IN_TRANSACTION)
        : settings.verdict(failure, outcome, SqlPhase.IN_TRANSACTION);
  }
}
