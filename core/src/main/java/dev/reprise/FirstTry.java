package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.View;
import dev.reprise.event.RetryEvent;
import dev.reprise.report.AttemptRecord;
import dev.reprise.report.RetryReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first attempt of a call, which is nearly always the last: nothing is kept of it unless it
 * fails.
 */
final class FirstTry {

  private FirstTry() {}

  /**
   * As {@link Retry#call}, where nobody is to be told of the call, and nobody asks for the time.
   */
  static <T extends @Nullable Object, X extends Throwable> T callBare(
      Retry retry, Operation<T, X> operation) throws X {
    long mark = RetryReport.mark();
    try {
      return operation.call();
    } catch (Throwable failure) {
      return retry.afterFirstFailure(operation, failure, 0, mark);
    }
  }

  /** A whole call for listeners who hear of every success, with nothing else to look at. */
  static <T extends @Nullable Object, X extends Throwable> T call(
      Retry retry, Operation<T, X> operation) throws X {
    long start = retry.ticks().nanos();
    retry.state().callStarted(start);
    long mark = RetryReport.mark();
    T value;
    try {
      value = operation.call();
    } catch (Throwable failure) {
      return FirstRetry.call(retry, operation, failure, start, mark, null);
    }
    accepted(retry, start);
    return value;
  }

  /** It may begin later than its call, which had to wait for an executor or for the server. */
  static AttemptInfo attempt(Retry retry, long startNanos, long attemptNanos) {
    return AttemptInfo.of(retry, 1, startNanos, attemptNanos, null, null);
  }

  /**
   * Judges the first attempt. Null if it is accepted, and the call over; else the run that goes on
   * with the call.
   */
  static @Nullable CallRun judge(
      Retry retry, Outcome<?> outcome, long startNanos, long attemptNanos, long mark) {
    if (retry.policy().acceptsAtOnce(outcome)) {
      accepted(retry, attemptNanos);
      return null;
    }
    long now = retry.ticks().nanos();
    long length = Math.max(0, now - attemptNanos);
    Progress once = once(startNanos, attemptNanos, mark, length);
    Decision decision = decide(retry, outcome, once, now);
    if (decision instanceof Decision.Accept accept) {
      retry.state().pause(accept.pauseNanos(), now);
      accepted(retry, attemptNanos);
      return null;
    }
    CallRun run = new CallRun(retry, once, mark);
    run.judgedFirst(outcome, now, decision);
    return run;
  }

  /** As {@link RetryPolicy#decide}, on an only attempt. */
  static Decision decide(Retry retry, Outcome<?> outcome, Progress once, long nowNanos) {
    View view = viewWithOneMore(retry);
    return retry.policy().decide(once, outcome, nowNanos, view, retry.random());
  }

  /** As {@link RetryPolicy#decide}, on an only attempt whose outcome was classified before. */
  static Decision decide(
      Retry retry, Outcome<?> outcome, Verdict verdict, Progress once, long nowNanos) {
    View view = viewWithOneMore(retry);
    return Decider.decide(retry.policy(), once, outcome, verdict, nowNanos, view, retry.random());
  }

  private static View viewWithOneMore(Retry retry) {
    return retry.policy().backoff().goesByNumber() ? View.NONE : retry.state().viewWithOneMore();
  }

  /** A call of which one attempt has been made. */
  static Progress once(long startNanos, long attemptNanos, long mark, long lengthNanos) {
    return new Progress(1, 1, 0, startNanos, attemptNanos, startNanos, 0, lengthNanos, 0, mark);
  }

  static void accepted(Retry retry, long attemptNanos) {
    retry.state().firstAttemptAccepted(attemptNanos);
    if (retry.listeners().hearFirstTry()) {
      long length = Math.max(0, retry.ticks().nanos() - attemptNanos);
      retry.listeners().tell(new RetryEvent.FirstTrySucceeded(retry.origin(), length));
    }
  }

  static <T extends @Nullable Object> RetryResult<T> result(
      Retry retry, Outcome<T> outcome, long startNanos, long attemptNanos) {
    long now = retry.ticks().nanos();
    long before = Math.max(0, attemptNanos - startNanos);
    long length = Math.max(0, now - attemptNanos);
    AttemptRecord record =
        new History.Entry(1, before, length, outcome, Decision.accept(), false).record(retry, true);
    long mark = RetryReport.mark();
    return new RetryResult<>(
        outcome,
        new RetryReport(
            retry.name(),
            1,
            StopReason.SUCCEEDED,
            Math.max(0, now - startNanos),
            List.of(record),
            mark,
            mark));
  }
}
