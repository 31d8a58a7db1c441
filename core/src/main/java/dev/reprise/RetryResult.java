package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.internal.call.Sneaky;
import dev.reprise.internal.call.Suppressions;
import dev.reprise.report.RetryReport;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a call, with its report. Returned by {@code execute}, which does not throw.
 * Immutable.
 *
 * @param <T> type of the value
 */
public final class RetryResult<T extends @Nullable Object> {

  private final Outcome<T> outcome;
  private final RetryReport report;
  private final @Nullable Throwable bug;

  RetryResult(Outcome<T> outcome, RetryReport report) {
    this(outcome, report, null);
  }

  /** Outcome of a call that an exception of the policy's code or of the executor may have ended. */
  RetryResult(Outcome<T> outcome, RetryReport report, @Nullable Throwable bug) {
    this.outcome = outcome;
    this.report = report;
    this.bug = bug;
  }

  /**
   * Returns whether an attempt was accepted.
   *
   * @return true if {@link #value()} is a result that the policy accepts
   */
  public boolean succeeded() {
    return stopReason() == StopReason.SUCCEEDED;
  }

  /**
   * The result of the last attempt, accepted or rejected; {@link #succeeded()} distinguishes the
   * two.
   *
   * @return the value; null if the attempt returned null or threw
   */
  public @Nullable T value() {
    return outcome instanceof Outcome.Returned<T> returned ? returned.value() : null;
  }

  /**
   * The exception of the last attempt.
   *
   * @return the exception, not wrapped; null if the last attempt returned
   */
  public @Nullable Throwable failure() {
    return outcome.failureOrNull();
  }

  /**
   * Returns the accepted value, or throws the exception that {@code call} would have thrown.
   *
   * @return the accepted value; may be null
   * @throws Exception the exception of the last attempt, the same instance
   * @throws ResultRejectedException if the last attempt returned a result that the policy rejects
   */
  public T valueOrThrow() throws Exception {
    if (succeeded() && outcome instanceof Outcome.Returned<T> returned) {
      return returned.value();
    }
    throw Sneaky.throwing(toThrow());
  }

  /**
   * Returns the accepted value, or a default for a failed call. The reason of the failure makes no
   * difference: after an interrupt, the default is returned too, with the interrupt flag still set.
   * {@link Retry#callOrElse} is stricter. An {@code Error} is thrown by {@code execute} itself.
   *
   * @param other the default; may be null if {@code T} allows it
   * @return the accepted value or the default
   */
  public T orElse(T other) {
    return succeeded() && outcome instanceof Outcome.Returned<T> returned
        ? returned.value()
        : other;
  }

  /**
   * Returns the accepted value, or the result of a fallback for a failed call. Otherwise like
   * {@link #orElse}.
   *
   * @param fallback receives this result; called on this thread if the call did not succeed
   * @param <X> type of the exceptions of the fallback
   * @return the accepted value or the result of the fallback
   * @throws X the exception of the fallback, with the failure of the call as a suppressed exception
   */
  public <X extends Throwable> T orElseGet(Fallback<T, X> fallback) throws X {
    Objects.requireNonNull(fallback, "fallback");
    return succeeded() && outcome instanceof Outcome.Returned<T> returned
        ? returned.value()
        : Fallbacks.valueOf(Fallbacks.ask(this, fallback));
  }

  /** The exception that {@code call} would have thrown. */
  Throwable toThrow() {
    Throwable failure = failure();
    if (failure != null) {
      return failure;
    }
    Throwable rejected = new ResultRejectedException(value(), attempts(), stopReason());
    if (bug != null) {
      Suppressions.add(rejected, bug);
    }
    if (report.maxAttempts().orElse(Integer.MAX_VALUE) > 1) {
      report.attachTo(rejected);
    }
    return rejected;
  }

  Outcome<T> outcome() {
    return outcome;
  }

  @Nullable Throwable bug() {
    return bug;
  }

  /**
   * The number of started attempts, including the first.
   *
   * @return at least 1; 0 only if the first attempt was not started
   */
  public int attempts() {
    return report.attempts();
  }

  /**
   * The reason for the end of the call.
   *
   * @return {@link StopReason#SUCCEEDED}, or the reason why there was no further attempt
   */
  public StopReason stopReason() {
    return report.stopReason();
  }

  /**
   * The time from the start of the call to its end, including waits.
   *
   * @return at least zero
   */
  public Duration elapsed() {
    return report.elapsed();
  }

  /**
   * The report of all attempts.
   *
   * @return the report
   */
  public RetryReport report() {
    return report;
  }

  /**
   * Text of the report.
   *
   * @return several lines
   */
  @Override
  public String toString() {
    return report.toString();
  }
}
