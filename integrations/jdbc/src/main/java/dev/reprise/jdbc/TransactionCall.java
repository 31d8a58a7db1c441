package dev.reprise.jdbc;

import dev.reprise.Retry;
import dev.reprise.classify.Classifier;
import dev.reprise.classify.Effect;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.function.Attempt;
import dev.reprise.function.AttemptOperation;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A call: its attempts, and how far the last one came, by which the policy's classifier knows what
 * a failure means.
 */
final class TransactionCall<T extends @Nullable Object, X extends Throwable> implements Classifier {

  private static final int CAUSES = 16;

  private final TransactionSettings settings;
  private final TransactionWork<T, X> work;
  private final @Nullable TransactionCancel cancel;
  private final Retry retry;
  private volatile @Nullable Failed last;
  private volatile boolean cameReadOnlyBefore; // attempts follow each other

  private record Failed(
      Throwable failure, SqlPhase phase, boolean unknownInside, boolean refusedAsAsked) {}

  TransactionCall(
      TransactionSettings settings,
      TransactionWork<T, X> work,
      @Nullable TransactionCancel cancel) {
    this.settings = settings;
    this.work = work;
    this.cancel = cancel;
    Retry fitted = settings.fitted();
    retry = fitted.withPolicy(fitted.policy().toBuilder().classifyWith("sql", this).build());
  }

  /** Follows a policy that knows this call. */
  Retry retry() {
    return retry;
  }

  /** The operation of the retry. It throws what the work throws, and {@code SQLException}. */
  @SuppressWarnings("unchecked") // callers declare SQLException in addition to X
  AttemptOperation<T, X> operation() {
    AttemptOperation<T, Throwable> operation = this::attempt;
    return (AttemptOperation<T, X>) operation;
  }

  /**
   * The future is complete. If an attempt still runs, that was from outside; the driver's cancel
   * may block, and is not called on the thread that completed it.
   */
  void ended() {
    if (cancel != null && cancel.cancel()) {
      retry.environment().executor().execute(cancel::cancelRunning);
    }
  }

  private T attempt(Attempt attempt) throws X, SQLException {
    TransactionAttempt transaction =
        new TransactionAttempt(settings, attempt, retry.environment().ticks(), cancel);
    try {
      return transaction.run(work);
    } catch (Throwable failure) {
      boolean unknown = TransactionOutcome.isUnknown(failure);
      last = new Failed(failure, transaction.phase(), unknown, isAsAsked(transaction));
      if (transaction.phase() == SqlPhase.COMMITTING && isOnce() && mayHaveCommitted(failure)) {
        TransactionOutcome.markUnknown(failure);
      }
      if (failure instanceof SQLException && wasInterrupted(failure)) {
        Thread.currentThread().interrupt();
      }
      throw failure;
    }
  }

  @Override
  public Verdict classify(Outcome<?> outcome) {
    Throwable failure = outcome.failureOrNull();
    Failed failed = last;
    if (failure == null || failed == null || failed.failure != failure) {
      return Verdict.pass();
    }
    if (failed.refusedAsAsked || (failure instanceof SQLException && wasInterrupted(failure))) {
      return Verdict.abort();
    }
    Verdict verdict = judge(failure, outcome, failed.phase);
    return failed.unknownInside && verdict.action() == Verdict.Action.RETRY
        ? verdict.withEffect(Effect.UNKNOWN)
        : verdict;
  }

  private Verdict judge(Throwable failure, Outcome<?> outcome, SqlPhase phase) {
    Throwable cause = failure.getCause();
    if (failure instanceof TransactionScope.Unsound && cause != null) {
      return judge(cause, Outcome.threw(cause), phase);
    }
    Verdict verdict = settings.classifier.verdict(failure, phase);
    return verdict.action() == Verdict.Action.RETRY ? verdict : byPolicy(verdict, outcome, phase);
  }

  /**
   * Retries failures that the policy names, whatever the verdict of the classifier. A failure
   * before the commit had no effect on the database, since the transaction was rolled back.
   */
  private Verdict byPolicy(Verdict bySql, Outcome<?> outcome, SqlPhase phase) {
    Verdict verdict =
        settings.namesFailures()
            ? settings.retry().policy().conditions().classify(outcome)
            : Verdict.abort();
    if (verdict.action() != Verdict.Action.RETRY) {
      return bySql.action() == Verdict.Action.PASS ? verdict : bySql;
    }
    if (phase != SqlPhase.COMMITTING) {
      return verdict.withEffect(Effect.NONE);
    }
    return bySql.action() == Verdict.Action.PASS ? verdict : verdict.withEffect(bySql.effect());
  }

  /** One connection that comes read-only may have been left so; two show a setting of the pool. */
  private boolean isAsAsked(TransactionAttempt transaction) {
    boolean again = transaction.cameReadOnly() && cameReadOnlyBefore;
    cameReadOnlyBefore |= transaction.cameReadOnly();
    return transaction.isRefusedAsAsked() || again;
  }

  private boolean isOnce() {
    return !retry.policy().idempotency().allowsDuplicates();
  }

  private boolean mayHaveCommitted(Throwable failure) {
    return settings.classifier.verdict(failure, SqlPhase.COMMITTING).effect() != Effect.NONE;
  }

  private static boolean wasInterrupted(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < CAUSES; depth++) {
      if (Failures.isInterruption(cause)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}
