package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.report.RetryReport;
import org.jspecify.annotations.Nullable;

/**
 * A blocking call whose first attempt threw, while nobody listens and nobody looks at the attempts.
 * One failure and then a success is how nearly all such calls go, so until that is known to be
 * otherwise, nothing is kept but the decision to retry.
 */
final class FirstRetry {

  private FirstRetry() {}

  /**
   * The rest of a call, from its first failure on: its value, the fallback's, or a throw.
   *
   * @param operation makes each attempt
   * @param failure what the first one threw
   * @param startNanos tick at which it began, and the call with it
   * @param mark {@link RetryReport#mark()} at that tick
   * @param fallback asked if the call fails; null for a throw
   */
  static <T extends @Nullable Object> T call(
      Retry retry,
      Operation<T, ?> operation,
      Throwable failure,
      long startNanos,
      long mark,
      @Nullable Fallback<T, ?> fallback) {
    long now = retry.ticks().nanos();
    Progress once = FirstAttempt.once(startNanos, startNanos, mark, Math.max(0, now - startNanos));
    Decision decision = FirstAttempt.decideFailure(retry, failure, once, now);
    if (decision instanceof Decision.RetryAfter again && retry.listeners().isEmpty()) {
      return retry(retry, operation, failure, again, fallback);
    }
    Outcome<T> outcome = Outcome.threw(failure);
    CallRun run = CallRun.afterFirst(retry, once, outcome, decision, now);
    return goOn(retry, operation, run, outcome, fallback);
  }

  private static <T extends @Nullable Object> T retry(
      Retry retry,
      Operation<T, ?> operation,
      Throwable failure,
      Decision.RetryAfter again,
      @Nullable Fallback<T, ?> fallback) {
    StopReason stop;
    try {
      stop = BlockingCall.waitFor(retry, again.delayNanos());
    } catch (Throwable bug) {
      Outcome<T> outcome = Outcome.threw(failure);
      CallRun run = CallRun.waiting(retry, outcome, again);
      run.waitFailed(bug, retry.ticks().nanos());
      return BlockingCall.end(retry, run, outcome, fallback);
    }
    long next = retry.ticks().nanos();
    if (stop == null) {
      stop = Gates.whyNotNow(retry, again.progress().elapsedNanos(next));
    }
    if (stop != null) {
      Outcome<T> outcome = Outcome.threw(failure);
      CallRun run = CallRun.waiting(retry, outcome, again);
      run.stop(stop, next);
      return BlockingCall.end(retry, run, outcome, fallback);
    }
    long mark = RetryReport.mark();
    T value;
    try {
      value = operation.call();
    } catch (Throwable second) {
      CallRun run = CallRun.waiting(retry, Outcome.threw(failure), again);
      run.start(next, mark);
      Outcome<T> outcome = Outcome.threw(second);
      run.finished(outcome, retry.ticks().nanos());
      return goOn(retry, operation, run, outcome, fallback);
    }
    long end = retry.ticks().nanos();
    retry.state().paidAttemptEnded(true, Math.max(0, end - next), end);
    retry.state().callFinished(end);
    return value;
  }

  private static <T extends @Nullable Object> T goOn(
      Retry retry,
      Operation<T, ?> operation,
      CallRun run,
      Outcome<T> outcome,
      @Nullable Fallback<T, ?> fallback) {
    return BlockingCall.goOn(retry, new Unseeing<>(operation), run, outcome, fallback);
  }
}
