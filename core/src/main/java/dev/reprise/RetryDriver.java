package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.function.Attempt;
import dev.reprise.internal.call.AttemptInfo;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.FirstAttempt;
import dev.reprise.internal.call.RetriedCall;
import dev.reprise.internal.call.RunningAttempt;
import dev.reprise.report.RetryReport;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Begins calls whose attempts their caller makes, in an event loop, a coroutine or a message
 * consumer. See {@link DrivenCall}, which {@link #start} returns.
 *
 * <p>Most calls succeed at once. If the retry {@linkplain #isPlain() is plain}, these calls need no
 * object: {@link #begin()} begins them, {@link #succeeded} ends them, and a driven call is created
 * only when the first attempt has failed.
 *
 * <pre>{@code
 * RetryDriver driver = retry.driver();
 * long began = driver.begin();
 * long mark = RetryReport.mark();
 * send(
 *     answer -> driver.succeeded(began),
 *     failure -> follow(driver.failed(began, mark, failure)));
 * }</pre>
 *
 * <p>Immutable, safe for use by any thread. Request it from {@link Retry#driver()} for each call,
 * which allocates nothing.
 */
public final class RetryDriver {

  private final CallSettings settings;

  RetryDriver(CallSettings settings) {
    this.settings = settings;
  }

  /**
   * Begins a driven call, for any policy. Its first step is the first attempt, possibly after a
   * pause that the server requested.
   *
   * @param <T> type of the operation's result
   * @return the call; the budget counts it from now on
   */
  public <T extends @Nullable Object> DrivenCall<T> start() {
    return DrivenCall.starting(settings.beginCall());
  }

  /**
   * Returns whether {@link #begin()} may begin a call: the policy does not hedge and does not
   * follow hints of successes, and the retry has neither context nor observers.
   *
   * @return false if calls need {@link #start()}
   */
  public boolean isPlain() {
    return settings.driverMayComeLater();
  }

  /**
   * Begins a call and its first attempt. Then call one of {@link #succeeded}, {@link #returned},
   * {@link #failed} and {@link #cancelled}. A call that is dropped before its first attempt has
   * ended holds no resources.
   *
   * @return the current tick, in nanoseconds
   * @throws IllegalStateException if the retry is not {@linkplain #isPlain() plain}
   */
  public long begin() {
    if (!settings.driverMayComeLater()) {
      throw new IllegalStateException(
          "begin() is for a policy without hedge and without hints on success, and a retry without"
              + " context and observers; "
              + settings.name()
              + " needs start()");
    }
    long start = settings.ticks().nanos();
    settings.state().callStarted(start);
    return start;
  }

  /**
   * Returns the first attempt for an operation that takes it. Allocates it, so create it only when
   * the operation uses it.
   *
   * @param began the tick that {@link #begin()} returned
   * @return the attempt, with the number 1
   */
  public Attempt attempt(long began) {
    return FirstAttempt.info(settings, began, began);
  }

  /**
   * Reports that the first attempt succeeded, without asking the policy, and ends the call.
   *
   * @param began the tick that {@link #begin()} returned
   */
  public void succeeded(long began) {
    settings.firstAccepted(began);
  }

  /**
   * Reports the result of the first attempt for the policy to decide.
   *
   * @param began the tick that {@link #begin()} returned
   * @param mark the number that {@link RetryReport#mark()} returned at the start of the attempt, at
   *     least 0
   * @param result the result; may be null
   * @param <T> type of the operation's result
   * @return null if the result is accepted, which ends the call; otherwise the call, whose
   *     {@linkplain DrivenCall#step() step} is what to do next
   */
  public <T extends @Nullable Object> @Nullable DrivenCall<T> returned(
      long began, long mark, T result) {
    return judge(began, mark, Outcome.returned(result));
  }

  /**
   * Reports that the first attempt failed.
   *
   * @param began the tick that {@link #begin()} returned
   * @param mark the number that {@link RetryReport#mark()} returned at the start of the attempt, at
   *     least 0
   * @param failure the exception of the attempt
   * @param <T> type of the operation's result
   * @return the call, whose {@linkplain DrivenCall#step() step} is what to do next
   */
  public <T extends @Nullable Object> DrivenCall<T> failed(
      long began, long mark, Throwable failure) {
    DrivenCall<T> call =
        judge(began, mark, Outcome.threw(Objects.requireNonNull(failure, "failure")));
    return Objects.requireNonNull(call, "a failure is never accepted");
  }

  /**
   * Reports that the first attempt failed, whose operation has seen {@link #attempt}. Otherwise
   * like {@link #failed(long, long, Throwable)}.
   *
   * @param began the tick that {@link #begin()} returned
   * @param mark the number that {@link RetryReport#mark()} returned at the start of the attempt, at
   *     least 0
   * @param failure the exception of the attempt
   * @param seen the attempt that {@link #attempt} returned: the call keeps its idempotency key
   * @param <T> type of the operation's result
   * @return the call, whose {@linkplain DrivenCall#step() step} is what to do next
   * @throws IllegalArgumentException if {@code seen} is not an attempt of a driver
   */
  public <T extends @Nullable Object> DrivenCall<T> failed(
      long began, long mark, Throwable failure, Attempt seen) {
    if (!(Objects.requireNonNull(seen, "seen") instanceof AttemptInfo info)) {
      throw new IllegalArgumentException("seen must be an attempt of a driver, but was " + seen);
    }
    DrivenCall<T> call =
        judge(
            began,
            mark,
            Outcome.threw(Objects.requireNonNull(failure, "failure")),
            begun -> begun.withFirst(info));
    return Objects.requireNonNull(call, "a failure is never accepted");
  }

  private <T extends @Nullable Object> @Nullable DrivenCall<T> judge(
      long began, long mark, Outcome<T> outcome) {
    return judge(began, mark, outcome, begun -> {});
  }

  private <T extends @Nullable Object> @Nullable DrivenCall<T> judge(
      long began, long mark, Outcome<T> outcome, Consumer<RetriedCall> takeUp) {
    RetriedCall judged = FirstAttempt.judge(settings, outcome, began, began, mark, takeUp);
    return judged == null
        ? null
        : DrivenCall.after(settings, judged, outcome, began, mark).watched();
  }

  /**
   * Ends the call as cancelled during its first attempt, and notifies listeners.
   *
   * @param began the tick that {@link #begin()} returned
   * @param mark the number that {@link RetryReport#mark()} returned at the start of the attempt, at
   *     least 0
   */
  public void cancelled(long began, long mark) {
    RetriedCall run = RetriedCall.underway(settings, began, RunningAttempt.first(began), mark);
    run.cancelled(settings.nanosOr(began));
    Throwable unused =
        run.conclude(Outcome.threw(new CancellationException("the call was cancelled")));
  }

  /**
   * The name of the retry.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "driver of " + settings.name();
  }
}
