package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
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

  /** It may begin later than its call, which had to wait for an executor or for the server. */
  static AttemptInfo attempt(Retry retry, long startNanos, long attemptNanos) {
    Progress progress = Progress.startingAt(startNanos).attemptStarted(attemptNanos, 0);
    return AttemptInfo.of(retry, progress, attemptNanos, null, null);
  }

  /**
   * Judges the first attempt. Null if it is accepted, and the call over; else the run that goes on
   * with the call.
   */
  static @Nullable CallRun judge(
      Retry retry, Outcome<?> outcome, long startNanos, long attemptNanos, long mark) {
    if (outcome instanceof Outcome.Returned && retry.policy().conditions().acceptsEveryResult()) {
      accepted(retry, attemptNanos);
      return null;
    }
    long now = retry.ticks().nanos();
    Progress progress =
        Progress.startingAt(startNanos)
            .attemptStarted(attemptNanos, mark)
            .attemptFinished(Math.max(0, now - attemptNanos));
    Decision decision =
        retry
            .policy()
            .decide(progress, outcome, now, retry.state().viewWithOneMore(), retry.random());
    if (decision instanceof Decision.Accept accept) {
      retry.state().pause(accept.pauseNanos(), now);
      accepted(retry, attemptNanos);
      return null;
    }
    Flight flight = Flight.first(attemptNanos);
    CallRun run = new CallRun(retry, progress, flight, mark);
    run.judged(flight, outcome, now, decision);
    return run;
  }

  static void accepted(Retry retry, long attemptNanos) {
    retry.state().budget().firstTrySucceeded(attemptNanos);
    if (retry.listeners().hearFirstTry()) {
      long length = Math.max(0, retry.ticks().nanos() - attemptNanos);
      retry.listeners().tell(new RetryEvent.FirstTrySucceeded(retry.name(), length));
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
