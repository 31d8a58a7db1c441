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

  static AttemptInfo attempt(Retry retry, long startNanos) {
    Progress progress = Progress.startingAt(startNanos).attemptStarted(0);
    return AttemptInfo.of(retry.policy(), progress, retry.ticks(), startNanos, null);
  }

  /**
   * Judges the first attempt. Null if it is accepted, and the call over; else the run that goes on
   * with the call.
   */
  static @Nullable CallRun judge(Retry retry, Outcome<?> outcome, long startNanos, long mark) {
    if (outcome instanceof Outcome.Returned && retry.policy().conditions().acceptsEveryResult()) {
      accepted(retry, startNanos);
      return null;
    }
    long now = retry.ticks().nanos();
    Progress progress =
        Progress.startingAt(startNanos)
            .attemptStarted(mark)
            .attemptFinished(Math.max(0, now - startNanos));
    Decision decision =
        retry
            .policy()
            .decide(progress, outcome, now, retry.state().viewWithOneMore(), retry.random());
    if (decision instanceof Decision.Accept) {
      accepted(retry, startNanos);
      return null;
    }
    CallRun run = new CallRun(retry, progress, mark);
    run.judged(outcome, now, decision);
    return run;
  }

  static void accepted(Retry retry, long startNanos) {
    retry.state().budget().firstTrySucceeded(startNanos);
    if (retry.listeners().hearFirstTry()) {
      long length = Math.max(0, retry.ticks().nanos() - startNanos);
      retry.listeners().tell(new RetryEvent.FirstTrySucceeded(retry.name(), length));
    }
  }

  static <T extends @Nullable Object> RetryResult<T> result(
      Retry retry, Outcome<T> outcome, long startNanos) {
    long length = Math.max(0, retry.ticks().nanos() - startNanos);
    Decision accept = Decision.accept();
    AttemptRecord record = new History.Entry(1, 0, length, outcome, accept).record(retry.inWords());
    long mark = RetryReport.mark();
    return new RetryResult<>(
        outcome,
        new RetryReport(
            retry.name(), 1, StopReason.SUCCEEDED, length, List.of(record), mark, mark));
  }
}
