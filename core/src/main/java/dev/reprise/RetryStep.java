package dev.reprise;

import dev.reprise.decision.StopReason;
import dev.reprise.internal.text.DurationText;
import dev.reprise.report.RetryReport;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the one who drives a call has to do next. Each that asks for an attempt is an object of its
 * own and holds until the next one: by it {@link DrivenCall#begin} knows a timer that was set for
 * an earlier step.
 */
public sealed interface RetryStep {

  /**
   * How long to wait before the step is taken.
   *
   * @return at least zero; zero too where nothing is to be waited for, or an answer alone
   */
  default Duration delay() {
    return Duration.ZERO;
  }

  /** Nothing is in flight: make an attempt now. */
  final class AttemptNow implements RetryStep {

    AttemptNow() {}

    @Override
    public String toString() {
      return "attempt now";
    }
  }

  /** Nothing is in flight: make an attempt when the delay is over, no sooner. */
  final class AttemptAfter implements RetryStep {

    private final Duration delay;

    AttemptAfter(long delayNanos) {
      delay = Duration.ofNanos(delayNanos);
    }

    @Override
    public Duration delay() {
      return delay;
    }

    @Override
    public String toString() {
      return "attempt after " + DurationText.inWords(delay.toNanos());
    }
  }

  /**
   * Attempts are in flight: if none of them has answered when the delay is over, make another
   * beside them. Who cannot do that waits for the answer instead, and does nothing wrong.
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
   * Nothing is to be done: an attempt in flight will answer, or a step that was handed out before
   * has its time still to come, or has ended the call.
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
   * The call is over. What is still in flight is called off: its driver cancels it if it can, and
   * hands its result, if one comes all the same, to {@link DrivenCall#returned}, where it is
   * closed.
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
     * Why the call ended.
     *
     * @return {@link StopReason#SUCCEEDED} or why there is no further attempt
     */
    public StopReason stopReason() {
      return stopReason;
    }

    /**
     * What happened, attempt by attempt. Made when it is first asked for; of a call that failed it
     * is suppressed in the failure already. Asked for by one thread at a time.
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
