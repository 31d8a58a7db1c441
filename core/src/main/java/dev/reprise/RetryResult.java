package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.StopReason;
import dev.reprise.report.RetryReport;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What {@code execute} returns instead of throwing: how the call ended, and what happened on the
 * way. Immutable.
 *
 * @param <T> type of the value
 */
public final class RetryResult<T extends @Nullable Object> {

  private final Outcome<T> outcome;
  private final RetryReport report;

  RetryResult(Outcome<T> outcome, RetryReport report) {
    this.outcome = outcome;
    this.report = report;
  }

  /**
   * Whether an attempt was accepted.
   *
   * @return true if {@link #value()} is a result that the policy accepts
   */
  public boolean succeeded() {
    return stopReason() == StopReason.SUCCEEDED;
  }

  /**
   * What the last attempt returned, be it accepted or rejected: {@link #succeeded()} tells which.
   *
   * @return the value; null if it returned null or threw
   */
  public @Nullable T value() {
    return outcome instanceof Outcome.Returned<T> returned ? returned.value() : null;
  }

  /**
   * What the last attempt threw.
   *
   * @return the failure itself, not wrapped; null if the last attempt returned
   */
  public @Nullable Throwable failure() {
    return outcome.failureOrNull();
  }

  /**
   * The value of a call that succeeded; otherwise throws as {@code call} would have.
   *
   * @return the accepted value; null if that is null
   * @throws Exception what the last attempt threw, the same instance
   * @throws ResultRejectedException if the last attempt returned a result that the policy rejects
   */
  public T valueOrThrow() throws Exception {
    if (succeeded() && outcome instanceof Outcome.Returned<T> returned) {
      return returned.value();
    }
    Throwable failure = failure();
    throw failure != null
        ? Sneaky.throwing(failure)
        : new ResultRejectedException(value(), attempts(), stopReason());
  }

  /**
   * How many attempts were started, the first included.
   *
   * @return at least 1; 0 only if the executor took not even the first
   */
  public int attempts() {
    return report.attempts();
  }

  /**
   * Why the call ended.
   *
   * @return {@link StopReason#SUCCEEDED} or why there was no further attempt
   */
  public StopReason stopReason() {
    return report.stopReason();
  }

  /**
   * Time from the beginning of the call to its end, waits included.
   *
   * @return at least zero
   */
  public Duration elapsed() {
    return report.elapsed();
  }

  /**
   * What happened, attempt by attempt.
   *
   * @return the report
   */
  public RetryReport report() {
    return report;
  }

  /**
   * The report in words.
   *
   * @return several lines
   */
  @Override
  public String toString() {
    return report.toString();
  }
}
