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
 * What {@code execute} returns instead of throwing: how the call ended, and what happened on the
 * way. Immutable.
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

  /** The end of a call that the policy's own code or the executor may have ended. */
  RetryResult(Outcome<T> outcome, RetryReport report, @Nullable Throwable bug) {
    this.outcome = outcome;
    this.report = report;
    this.bug = bug;
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
   * The value that the last attempt returned, accepted or rejected: {@link #succeeded()}
   * distinguishes the two.
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
    throw Sneaky.throwing(toThrow());
  }

  /**
   * The value of a call that succeeded, else another one. Why the call failed makes no difference:
   * after an interrupt, too, the other value is returned, the thread's flag still set; {@link
   * Retry#callOrElse} is stricter. An {@code Error} has been thrown by {@code execute} already.
   *
   * @param other the value to return where the call did not succeed; null is legal where {@code T}
   *     allows it
   * @return the accepted value or the other one
   */
  public T orElse(T other) {
    return succeeded() && outcome instanceof Outcome.Returned<T> returned
        ? returned.value()
        : other;
  }

  /**
   * The value of a call that succeeded, otherwise that of a fallback, which receives the failure.
   * In all other respects as {@link #orElse}.
   *
   * @param fallback asked on this thread, unless the call succeeded
   * @param <X> what the fallback may throw
   * @return the accepted value or the fallback's
   * @throws X what the fallback threw, the call's failure suppressed in it
   */
  public <X extends Throwable> T orElseGet(Fallback<T, X> fallback) throws X {
    Objects.requireNonNull(fallback, "fallback");
    return succeeded() && outcome instanceof Outcome.Returned<T> returned
        ? returned.value()
        : Fallbacks.valueOf(Fallbacks.ask(this, fallback));
  }

  /** What {@code call} would have thrown. */
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
