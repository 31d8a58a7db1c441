package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.report.RetryReport;
import org.jspecify.annotations.Nullable;

/**
 * A blocking call whose first attempt threw, while nobody listens and nobody looks at the attempts.
 * One failure and then a success is how nearly all such calls go, so until that is known to be
 * otherwise, what happened stays on the stack and nothing is made of it.
 *
 * @param operation makes each attempt
 * @param failure what the first one threw
 * @param startNanos tick at which it began, and the call with it
 * @param mark {@link RetryReport#mark()} at that tick
 * @param nowNanos tick after it
 * @param fallback asked if the call fails; null for a throw
 */
record FirstRetry<T extends @Nullable Object>(
    Retry retry,
    Operation<T, ?> operation,
    Throwable failure,
    long startNanos,
    long mark,
    long nowNanos,
    @Nullable Fallback<T, ?> fallback) {

  /** The rest of a call, from its first failure on: its value, the fallback's, or a throw. */
  static <T extends @Nullable Object> T call(
      Retry retry,
      Operation<T, ?> operation,
      Throwable failure,
      long start,
      long mark,
      @Nullable Fallback<T, ?> fallback) {
    long now = retry.ticks().nanos();
    Verdict verdict = Verdict.abort();
    long delay;
    try {
      RetryPolicy policy = retry.policy();
      long length = Math.max(0, now - start);
      verdict = policy.conditions().classifyFailure(failure);
      delay = Decider.delayAfterFirst(policy, verdict, failure, mark, length, retry.random());
    } catch (Throwable bug) {
      return new FirstRetry<>(retry, operation, failure, start, mark, now, fallback)
          .judged(new Decision.GiveUp(verdict, StopReason.POLICY_FAILED, bug));
    }
    if (delay == Decider.UNDECIDED || !retry.listeners().isEmpty()) {
      return new FirstRetry<>(retry, operation, failure, start, mark, now, fallback)
          .judged(verdict, delay);
    }
    delay = Gates.firstFailed(retry, verdict, delay, Math.max(0, now - start), now);
    return delay < 0
        ? new FirstRetry<>(retry, operation, failure, start, mark, now, fallback)
            .over(Decider.gaveUp(verdict, delay))
        : again(retry, operation, failure, start, mark, now, fallback, verdict, delay);
  }

  private static <T extends @Nullable Object> T again(
      Retry retry,
      Operation<T, ?> operation,
      Throwable failure,
      long start,
      long mark,
      long now,
      @Nullable Fallback<T, ?> fallback,
      Verdict verdict,
      long delay) {
    StopReason stop;
    try {
      stop = BlockingCall.waitFor(retry, delay);
    } catch (Throwable bug) {
      return new FirstRetry<>(retry, operation, failure, start, mark, now, fallback)
          .waitFailed(verdict, delay, bug);
    }
    long next = retry.ticks().nanos();
    if (stop != null || Gates.whyNotNow(retry, Math.max(0, next - start)) != null) {
      return new FirstRetry<>(retry, operation, failure, start, mark, now, fallback)
          .stopped(verdict, delay, stop, next);
    }
    long nextMark = RetryReport.mark();
    T value;
    try {
      value = operation.call();
    } catch (Throwable second) {
      return new FirstRetry<>(retry, operation, failure, start, mark, now, fallback)
          .failedAgain(verdict, delay, second, next, nextMark);
    }
    long end = retry.ticks().nanos();
    Gates.retrySucceeded(retry, Math.max(0, end - next), end);
    return value;
  }

  /** Goes on as every other call does, from what the verdict comes to. */
  private T judged(Verdict verdict, long delay) {
    return judged(
        delay == Decider.UNDECIDED
            ? FirstTry.decide(retry, Outcome.threw(failure), verdict, once(), nowNanos)
            : delay < 0
                ? Decider.gaveUp(verdict, delay)
                : Decider.again(retry.policy(), verdict, delay, once()));
  }

  private T judged(Decision decision) {
    Outcome<T> outcome = Outcome.threw(failure);
    CallRun run = new CallRun(retry, onceBefore(decision), mark);
    run.judgedFirst(outcome, nowNanos, decision);
    return goOn(run, outcome);
  }

  /** Ends a call that state and budget know of already. */
  private T over(Decision decision) {
    Outcome<T> outcome = Outcome.threw(failure);
    return goOn(
        CallRun.afterFirst(retry, onceBefore(decision), mark, outcome, decision, nowNanos),
        outcome);
  }

  private T stopped(Verdict verdict, long delay, @Nullable StopReason stop, long atNanos) {
    Outcome<T> outcome = Outcome.threw(failure);
    CallRun run = waited(verdict, delay, outcome);
    if (stop == null) {
      boolean unused = run.startNext(atNanos);
    } else {
      run.stop(stop, atNanos);
    }
    return BlockingCall.end(retry, run, outcome, fallback);
  }

  private T waitFailed(Verdict verdict, long delay, Throwable bug) {
    Outcome<T> outcome = Outcome.threw(failure);
    CallRun run = waited(verdict, delay, outcome);
    run.waitFailed(bug, retry.ticks().nanos());
    return BlockingCall.end(retry, run, outcome, fallback);
  }

  private T failedAgain(
      Verdict verdict, long delay, Throwable second, long startedNanos, long startedMark) {
    Outcome<T> outcome = Outcome.threw(second);
    CallRun run = waited(verdict, delay, Outcome.threw(failure));
    run.start(startedNanos, startedMark);
    run.finished(outcome, retry.ticks().nanos());
    return goOn(run, outcome);
  }

  private CallRun waited(Verdict verdict, long delay, Outcome<T> outcome) {
    Decision again = Decider.again(retry.policy(), verdict, delay, once());
    return CallRun.afterFirst(retry, onceBefore(again), mark, outcome, again, nowNanos);
  }

  private T goOn(CallRun run, Outcome<T> outcome) {
    return BlockingCall.goOn(retry, new Unseeing<>(operation), run, outcome, fallback);
  }

  private Progress onceBefore(Decision decision) {
    return decision instanceof Decision.RetryAfter again ? again.progress() : once();
  }

  private Progress once() {
    return FirstTry.once(startNanos, startNanos, mark, Math.max(0, nowNanos - startNanos));
  }
}
