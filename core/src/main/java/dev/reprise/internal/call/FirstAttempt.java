package dev.reprise.internal.call;

import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.View;
import dev.reprise.report.RetryReport;
import dev.reprise.state.RetryState;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The first attempt of a call, which is nearly always the last: its begin, classification and
 * settlement. No data is kept unless it fails.
 *
 * <p>If every result is accepted and the attempt information is not used, {@code
 * BlockingCall.plain} makes the whole call without an instance. See docs/design/first-try.md.
 */
public final class FirstAttempt {

  private final CallSettings settings;
  private final long callNanos;
  private final long attemptNanos;
  private final long mark;
  private final @Nullable Throwable prevented;
  private @Nullable AttemptInfo seen;

  private FirstAttempt(
      CallSettings settings, long callNanos, long attemptNanos, @Nullable Throwable prevented) {
    this.settings = settings;
    this.callNanos = callNanos;
    this.attemptNanos = attemptNanos;
    this.prevented = prevented;
    mark = RetryReport.mark();
  }

  /** Begins a call whose first attempt is observed. Waits before it if a server requested that. */
  public static FirstAttempt begin(CallSettings settings) {
    long start = settings.ticks().nanos();
    settings.state().callStarted(start);
    long pause = settings.pauseNanos(start);
    if (pause == 0) {
      return new FirstAttempt(settings, start, start, null);
    }
    Throwable prevented = BlockingWait.pause(settings, pause);
    long now = prevented == null ? settings.ticks().nanos() : start;
    return new FirstAttempt(settings, start, now, prevented);
  }

  /**
   * The exception that ended the call before the attempt: a cancel, or a bug of the sleeper; else
   * null.
   */
  @Nullable
  public Throwable prevented() {
    return prevented;
  }

  /** The attempt as its operation sees it. */
  public AttemptInfo seen() {
    AttemptInfo known = seen;
    if (known == null) {
      known = info(settings, callNanos, attemptNanos);
      seen = known;
    }
    return known;
  }

  public long callNanos() {
    return callNanos;
  }

  public long attemptNanos() {
    return attemptNanos;
  }

  public long mark() {
    return mark;
  }

  /** As {@link #judge(CallSettings, Outcome, long, long, long)}. */
  @Nullable
  public RetriedCall judge(Outcome<?> outcome) {
    if (prevented != null) {
      return notBegun(settings, outcome, callNanos);
    }
    RetriedCall run = judge(settings, outcome, callNanos, attemptNanos, mark);
    return run == null ? null : run.withFirst(seen);
  }

  /** Ends the call because its caller treats the attempt as a success. */
  public void accepted() {
    settings.firstAccepted(attemptNanos);
  }

  /** The call while the attempt is in flight. */
  public RetriedCall underway() {
    return RetriedCall.underway(settings, callNanos, RunningAttempt.first(attemptNanos), mark);
  }

  /** It may begin later than its call, which had to wait for an executor or for the server. */
  public static AttemptInfo info(CallSettings settings, long startNanos, long attemptNanos) {
    return AttemptInfo.of(settings, 1, startNanos, attemptNanos, null, null);
  }

  /**
   * Classifies the first attempt and settles it. Returns null if it is accepted and the call is
   * over; else the run that continues the call.
   */
  public static @Nullable RetriedCall judge(
      CallSettings settings, Outcome<?> outcome, long startNanos, long attemptNanos, long mark) {
    return judge(settings, outcome, startNanos, attemptNanos, mark, run -> {});
  }

  /**
   * As above, for a driver that must have the run before listeners are notified of the attempt, so
   * that it can end the run if one of them throws.
   */
  public static @Nullable RetriedCall judge(
      CallSettings settings,
      Outcome<?> outcome,
      long startNanos,
      long attemptNanos,
      long mark,
      Consumer<RetriedCall> begun) {
    if (settings.policy().alwaysAccepts(outcome)) {
      settings.firstAccepted(attemptNanos);
      return null;
    }
    long now = settings.ticks().nanos();
    Progress once = once(startNanos, attemptNanos, mark, Math.max(0, now - attemptNanos));
    Decision decision = decide(settings, outcome, once, now);
    if (decision instanceof Decision.Accept) {
      return null;
    }
    RetriedCall run = RetriedCall.afterFirst(settings, once, decision);
    begun.accept(run);
    return run.firstFinished(outcome, decision, now);
  }

  /** Decides on a first attempt, settles it, and evaluates the gates for another attempt. */
  public static Decision decide(
      CallSettings settings, Outcome<?> outcome, Progress once, long nowNanos) {
    return outcome instanceof Outcome.Threw<?> threw
        ? decideFailure(settings, threw.failure(), once, nowNanos)
        : settle(
            settings,
            settings.policy().decide(once, outcome, nowNanos, view(settings), settings.random()),
            once,
            nowNanos);
  }

  /** Same as {@link #decide}, for an exception of the attempt. */
  public static Decision decideFailure(
      CallSettings settings, Throwable failure, Progress once, long nowNanos) {
    return settle(
        settings,
        settings.policy().decide(once, failure, nowNanos, view(settings), settings.random()),
        once,
        nowNanos);
  }

  private static Decision settle(
      CallSettings settings, Decision decided, Progress once, long nowNanos) {
    if (decided instanceof Decision.Accept accept) {
      settings.state().pause(accept.pauseNanos(), nowNanos);
      settings.firstAccepted(once.lastStartNanos());
      return decided;
    }
    settings.learn(decided, once.lastAttemptNanos());
    RetryState state = settings.state();
    state.retryingStarted();
    boolean retryable = decided.verdict().action() == Verdict.Action.RETRY;
    state.firstAttemptEnded(retryable, once.lastAttemptNanos(), nowNanos);
    return Gates.allowed(settings, decided, nowNanos);
  }

  private static View view(CallSettings settings) {
    return settings.policy().dependsOnlyOnRetryNumber()
        ? View.NONE
        : settings.state().viewIncludingCaller();
  }

  /** A call after one attempt. */
  public static Progress once(long startNanos, long attemptNanos, long mark, long durationNanos) {
    return new Progress(1, 1, 0, startNanos, attemptNanos, startNanos, 0, durationNanos, 0, mark);
  }

  /** The end of a call that was ended before its first attempt. */
  private static RetriedCall notBegun(CallSettings settings, Outcome<?> outcome, long startNanos) {
    boolean cancelled = outcome.failureOrNull() instanceof CancellationException;
    RetriedCall run = new RetriedCall(settings, startNanos, RetryReport.mark());
    StopReason stop = cancelled ? StopReason.CANCELLED : StopReason.POLICY_FAILED;
    run.stop(stop, settings.ticks().nanos());
    return run;
  }
}
