package dev.reprise.jdbc.internal.transaction;

import dev.reprise.Retry;
import dev.reprise.classify.Classifier;
import dev.reprise.classify.Effect;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.function.Attempt;
import dev.reprise.function.AttemptOperation;
import dev.reprise.jdbc.classify.SqlPhase;
import dev.reprise.jdbc.transaction.TransactionWork;
import dev.reprise.time.Delayer;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A call: its attempts, and the phase that the last one reached, which the classifier needs to
 * judge a failure.
 */
public final class TransactionCall<T extends @Nullable Object, X extends Throwable>
    implements Classifier {

  private static final int MAX_CAUSES = 16;

  private final TransactionSettings settings;
  private final TransactionWork<T, X> work;
  private final @Nullable TransactionCancellation cancellation;
  private final Retry retry;
  private volatile @Nullable FailedAttempt lastFailed;
  private volatile boolean wasReadOnlyBefore; // attempts do not overlap

  private record FailedAttempt(
      Throwable failure, SqlPhase phase, boolean unknownNestedCommit, boolean writeInReadOnly) {}

  public TransactionCall(
      TransactionSettings settings,
      TransactionWork<T, X> work,
      @Nullable TransactionCancellation cancellation) {
    this.settings = settings;
    this.work = work;
    this.cancellation = cancellation;
    Retry callRetry = settings.callRetry();
    retry = callRetry.withPolicy(callRetry.policy().toBuilder().classifyWith("sql", this).build());
  }

  /** The retry of this call, whose policy classifies failures by this call. */
  public Retry retry() {
    return retry;
  }

  /** The operation of the retry. It throws the exceptions of the work, and {@code SQLException}. */
  @SuppressWarnings("unchecked") // callers declare SQLException in addition to X
  public AttemptOperation<T, X> operation() {
    AttemptOperation<T, Throwable> operation = this::attempt;
    return (AttemptOperation<T, X>) operation;
  }

  /**
   * Handles the completion of the future. If an attempt still runs, the caller has completed the
   * future. The cancellation may block, so it runs on a thread of the library's timer and not on
   * this thread; nor on an executor, whose threads may all wait for their statements.
   */
  public void futureCompleted() {
    if (cancellation != null && cancellation.cancel()) {
      Delayer.Scheduled unused = Delayer.system().schedule(cancellation::cancelRunning, 0);
    }
  }

  private T attempt(Attempt attempt) throws X, SQLException {
    TransactionDeadline deadline =
        new TransactionDeadline(
            settings, attempt.number(), attempt.timeLeft(), retry.environment().ticks());
    TransactionAttempt transaction = new TransactionAttempt(settings, deadline, cancellation);
    try {
      return transaction.run(work);
    } catch (Throwable failure) {
      boolean unknown = UnknownCommit.isMarked(failure);
      lastFailed =
          new FailedAttempt(failure, transaction.phase(), unknown, isWriteInReadOnly(transaction));
      if (transaction.phase() == SqlPhase.COMMITTING
          && mustRunOnce()
          && settings.mayHaveCommitted(failure)) {
        UnknownCommit.mark(failure);
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
    FailedAttempt failed = lastFailed;
    if (failure == null || failed == null || failed.failure != failure) {
      return Verdict.pass();
    }
    if (failed.writeInReadOnly || (failure instanceof SQLException && wasInterrupted(failure))) {
      return Verdict.abort();
    }
    Verdict verdict = settings.verdict(failure, outcome, failed.phase);
    return failed.unknownNestedCommit && verdict.action() == Verdict.Action.RETRY
        ? verdict.withEffect(Effect.UNKNOWN)
        : verdict;
  }

  /**
   * Returns whether a retry would fail again. One read-only connection may have been left so by
   * mistake; two of them are probably a setting of the pool.
   */
  private boolean isWriteInReadOnly(TransactionAttempt transaction) {
    boolean again = transaction.wasReadOnly() && wasReadOnlyBefore;
    wasReadOnlyBefore |= transaction.wasReadOnly();
    return transaction.isWriteInReadOnly() || again;
  }

  private boolean mustRunOnce() {
    return !retry.policy().idempotency().allowsDuplicates();
  }

  static boolean wasInterrupted(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      if (Failures.isInterruption(cause)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}
