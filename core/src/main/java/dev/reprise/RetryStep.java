package dev.reprise;

import dev.reprise.decision.StopReason;
import dev.reprise.internal.text.DurationText;
import dev.reprise.report.RetryReport;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The next step of a {@link DrivenCall}, for its caller. Each step that requires an attempt is a
 * new object and valid until the next one, so that {@link DrivenCall#begin} recognises a timer that
 * was set for an earlier step.
 */
public sealed interface RetryStep {

  /**
   * The wait before the step.
   *
   * @return at least zero; zero if there is no wait, or if only a result is awaited
   */
  default Duration delay() {
    return Duration.ZERO;
  }

  /** No attempt is in flight: make an attempt now. */
  final class AttemptNow implements RetryStep {

    AttemptNow() {}

    @Override
    public String toString() {
      return "attempt now";
    }
  }

  /** No attempt is in flight: make an attempt after the delay, no sooner. */
  final class AttemptAfter implements RetryStep {

    private final long delayNanos;

    AttemptAfter(long delayNanos) {
      this.delayNanos = delayNanos;
    }

    @Override
    public Duration delay() {
      return Duration.ofNanos(delayNanos);
    }

    @Override
    public String toString() {
      return "attempt after " + DurationText.inWords(delayNanos);
    }
  }

  /**
   * Attempts are in flight: if none of them has ended after the delay, make one more in parallel. A
   * caller that makes no parallel attempts may wait for the result instead.
   */
  final class HedgeAfter implements RetryStep {

    private final Duration delay;

    HedgeAfter(long delayNanos) {
      delay = Duration.ofNanos(Math.max(0, delayNanos));
    }

    @Override
    public Duration delay() {
      return delay;
    }

    @Override
    public String toString() {
      return "hedge after " + DurationText.inWords(delay.toNanos());
    }
  }

  /**
   * Nothing to do: an attempt is in flight, or a step that was returned before is still valid, or
   * it has ended the call.
   */
  final class Await implements RetryStep {

    static final Await INSTANCE = new Await();

    private Await() {}

    @Override
    public String toString() {
      return "await";
    }
  }

  /**
   * The call has ended. The caller cancels attempts that are still in flight, if it can. If one of
   * them returns a result nevertheless, report it by {@link DrivenCall#returned}, which closes it.
   */
  final class End implements RetryStep {

    private final StopReason stopReason;
    private final Supplier<RetryReport> making;
    private @Nullable RetryReport report;

    End(StopReason stopReason, Supplier<RetryReport> making) {
      this.stopReason = stopReason;
      this.making = making;
    }

    /**
     * The reason for the end of the call.
     *
     * @return {@link StopReason#SUCCEEDED}, or the reason why there is no further attempt
     */
    public StopReason stopReason() {
      return stopReason;
    }

    /**
     * The report of all attempts. Created at the first request. If the call failed, it is also a
     * suppressed exception of the failure. Use it in one thread at a time.
     *
     * @return the report
     */
    public RetryReport report() {
      RetryReport made = report;
      if (made == null) {
        made = Objects.requireNonNull(making.get());
        report = made;
      }
      return made;
    }

    @Override
    public String toString() {
      return "end: " + stopReason;
    }
  }
}
