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
 * The first attempt of a call, which is nearly always the last: how it begins, how it is judged and
 * settled. Nothing is kept of it unless it fails.
 *
 * <p>{@link #call} makes the whole call where an attempt that returns is accepted and nobody looks
 * at it on the way. Everything else holds an instance, which remembers when the attempt began. See
 * docs/design/first-try.md.
 */
final class FirstAttempt {

  private final Retry retry;
  private final long callNanos;
  private final long attemptNanos;
  private final long mark;
  private final @Nullable Throwable prevented;
  private @Nullable AttemptInfo seen;

  private FirstAttempt(
      Retry retry, long callNanos, long attemptNanos, @Nullable Throwable prevented) {
    this.retry = retry;
    this.callNanos = callNanos;
    this.attemptNanos = attemptNanos;
    this.prevented = prevented;
    mark = RetryReport.mark();
  }

  /**
   * A whole call of a {@linkplain Retry#isPlain() plain} retry. Allocates nothing unless the
   * attempt fails.
   *
   * @param fallback asked if the call fails; null for a throw
   */
  static <T extends @Nullable Object, X extends Throwable> T call(
      Retry retry, Operation<T, X> operation, @Nullable Fallback<T, ?> fallback) throws X {
    long start = retry.firstBegins();
    if (fallback != null) { // it may ask how long the call took
      start = retry.tickOr(start);
    }
    long mark = RetryReport.mark();
    T value;
    try {
      value = operation.call();
    } catch (Throwable failure) {
      long began = fallback != null ? start : retry.tickOr(start);
      return FirstRetry.call(retry, operation, failure, began, mark, fallback);
    }
    retry.firstSucceeded(start);
    return value;
  }

  /** Begins a call whose first attempt is looked at. Waits before it if a server asked for that. */
  static FirstAttempt begin(Retry retry) {
    long start = retry.ticks().nanos();
    retry.state().callStarted(start);
    long pause = retry.pauseNanos(start);
    if (pause == 0) {
      return new FirstAttempt(retry, start, start, null);
    }
    Throwable prevented = BlockingCall.pause(retry, pause);
    long now = prevented == null ? retry.ticks().nanos() : start;
    return new FirstAttempt(retry, start, now, prevented);
  }

  /** What has ended the call before the attempt: a cancel, or a bug of the sleeper; else null. */
  @Nullable Throwable prevented() {
    return prevented;
  }

  /** The attempt as its operation sees it. */
  AttemptInfo seen() {
    AttemptInfo known = seen;
    if (known == null) {
      known = info(retry, callNanos, attemptNanos);
      seen = known;
    }
    return known;
  }

  long callNanos() {
    return callNanos;
  }

  long attemptNanos() {
    return attemptNanos;
  }

  /** As {@link #judge(Retry, Outcome, long, long, long)}. */
  @Nullable CallRun judge(Outcome<?> outcome) {
    if (prevented != null) {
      return BlockingCall.notBegun(retry, outcome, callNanos);
    }
    CallRun run = judge(retry, outcome, callNanos, attemptNanos, mark);
    return run == null ? null : run.withFirst(seen);
  }

  /** Ends the call because its caller holds the attempt for a success. */
  void accepted() {
    accepted(retry, attemptNanos);
  }

  /** The call while the attempt is in flight. */
  CallRun underway() {
    return CallRun.underway(retry, callNanos, Flight.first(attemptNanos), mark);
  }

  /** It may begin later than its call, which had to wait for an executor or for the server. */
  static AttemptInfo info(Retry retry, long startNanos, long attemptNanos) {
    return AttemptInfo.of(retry, 1, startNanos, attemptNanos, null, null);
  }

  /**
   * Judges the first attempt and settles it. Null if it is accepted, and the call over; else the
   * run that goes on with the call.
   */
  static @Nullable CallRun judge(
      Retry retry, Outcome<?> outcome, long startNanos, long attemptNanos, long mark) {
    if (retry.policy().acceptsAtOnce(outcome)) {
      accepted(retry, attemptNanos);
      return null;
    }
    long now = retry.ticks().nanos();
    Progress once = once(startNanos, attemptNanos, mark, Math.max(0, now - attemptNanos));
    Decision decision = decide(retry, outcome, once, now);
    return decision instanceof Decision.Accept
        ? null
        : CallRun.afterFirst(retry, once, outcome, decision, now);
  }

  /** Decides on a first attempt, settles it, and asks the gates if there is to be another. */
  static Decision decide(Retry retry, Outcome<?> outcome, Progress once, long nowNanos) {
    return outcome instanceof Outcome.Threw<?> threw
        ? decideFailure(retry, threw.failure(), once, nowNanos)
        : settle(
            retry,
            retry.policy().decide(once, outcome, nowNanos, view(retry), retry.random()),
            once,
            nowNanos);
  }

  /** As {@link #decide}, for what the attempt threw. */
  static Decision decideFailure(Retry retry, Throwable failure, Progress once, long nowNanos) {
    return settle(
        retry,
        Decider.decideFailure(retry.policy(), once, failure, nowNanos, view(retry), retry.random()),
        once,
        nowNanos);
  }

  private static Decision settle(Retry retry, Decision decided, Progress once, long nowNanos) {
    if (decided instanceof Decision.Accept accept) {
      retry.state().pause(accept.pauseNanos(), nowNanos);
      accepted(retry, once.lastStartNanos());
      return decided;
    }
    RetryState state = retry.state();
    state.retryingBegins();
    boolean retryable = decided.verdict().action() == Verdict.Action.RETRY;
    state.firstAttemptEnded(retryable, once.lastAttemptNanos(), nowNanos);
    return Gates.allowed(retry, decided, nowNanos);
  }

  private static View view(Retry retry) {
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
