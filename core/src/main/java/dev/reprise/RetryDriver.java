package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.FirstAttempt;
import dev.reprise.internal.call.RetriedCall;
import dev.reprise.internal.call.RunningAttempt;
import dev.reprise.report.RetryReport;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Begins calls whose attempts their caller makes, in an event loop, a coroutine, a consumer of
 * messages: see {@link DrivenCall}, which such a call has from its {@link #start} on.
 *
 * <p>Most calls succeed at once. Where the policy {@linkplain #isPlain() allows it}, those need no
 * object: they are begun by {@link #begin()}, {@link #succeeded} ends them, and a driven call is
 * made when the first attempt has failed.
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
 * <p>Immutable, safe for use by any thread. Got from {@link Retry#driver()} for each call, which
 * allocates nothing.
 */
public final class RetryDriver {

  private final CallSettings settings;

  RetryDriver(CallSettings settings) {
    this.settings = settings;
  }

  /**
   * Begins a call that is driven from its beginning, whatever the policy. Its first step asks for
   * the first attempt, after a pause where the server asked for one.
   *
   * @param <T> type of the operation's result
   * @return the call, counted by the budget from now on
   */
  public <T extends @Nullable Object> DrivenCall<T> start() {
    return DrivenCall.starting(settings);
  }

  /**
   * Whether {@link #begin()} may begin a call: the policy does not hedge and does not follow hints
   * of successes, and the retry carries no context.
   *
   * @return false where calls need {@link #start()}
   */
  public boolean isPlain() {
    return settings.driverMayComeLater();
  }

  /**
   * Begins a call, and with it its first attempt. One of {@link #succeeded}, {@link #returned},
   * {@link #failed} and {@link #cancelled} has to follow, or nothing: a call that is dropped before
   * its first attempt has ended holds nothing.
   *
   * @return the current tick, in nanoseconds
   * @throws IllegalStateException if the retry is not {@linkplain #isPlain() plain}
   */
  public long begin() {
    if (!settings.driverMayComeLater()) {
      throw new IllegalStateException(
          "begin() is for a policy without hedge and without hints on success, and a retry without"
              + " a context; "
              + settings.name()
              + " needs start()");
    }
    long start = settings.ticks().nanos();
    settings.state().callStarted(start);
    return start;
  }

  /**
   * The first attempt succeeded, and the policy is not asked: the call is over.
   *
   * @param began what {@link #begin()} answered
   */
  public void succeeded(long began) {
    settings.firstAccepted(began);
  }

  /**
   * The first attempt returned a result, which the policy judges.
   *
   * @param began what {@link #begin()} answered
   * @param mark {@link RetryReport#mark()} when the attempt began
   * @param result what it returned; null is legal
   * @param <T> type of the operation's result
   * @return null if the result is accepted and the call over; else the call, its {@linkplain
   *     DrivenCall#step() step} what to do next
   */
  public <T extends @Nullable Object> @Nullable DrivenCall<T> returned(
      long began, long mark, T result) {
    return judge(began, mark, Outcome.returned(result));
  }

  /**
   * The first attempt failed.
   *
   * @param began what {@link #begin()} answered
   * @param mark {@link RetryReport#mark()} when the attempt began
   * @param failure what happened
   * @param <T> type of the operation's result
   * @return the call, its {@linkplain DrivenCall#step() step} what to do next
   */
  public <T extends @Nullable Object> DrivenCall<T> failed(
      long began, long mark, Throwable failure) {
    DrivenCall<T> call =
        judge(began, mark, Outcome.threw(Objects.requireNonNull(failure, "failure")));
    return Objects.requireNonNull(call, "a failure is never accepted");
  }

  private <T extends @Nullable Object> @Nullable DrivenCall<T> judge(
      long began, long mark, Outcome<T> outcome) {
    RetriedCall judged = FirstAttempt.judge(settings, outcome, began, began, mark);
    return judged == null
        ? null
        : DrivenCall.after(settings, judged, outcome, began, mark).watched();
  }

  /**
   * The first attempt was cancelled, and no caller waits for the call any more: notifies listeners.
   *
   * @param began what {@link #begin()} answered
   * @param mark {@link RetryReport#mark()} when the attempt began
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
