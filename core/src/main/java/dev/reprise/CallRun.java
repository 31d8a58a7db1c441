package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.report.AttemptRecord;
import dev.reprise.report.RetryReport;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * A call that did not succeed at once: its progress, its permit, its record. Every driver hands its
 * outcomes to one of these and does what it is told; it waits, schedules and calls nothing itself
 * but listeners. Used by one thread at a time.
 */
final class CallRun {

  private final Retry retry;
  private final RetryState state;
  private final long call;
  private final long callMark;
  private Progress progress;
  private @Nullable Flight latest;
  private @Nullable AttemptInfo first;
  private @Nullable History history;
  private @Nullable Throwable lastFailure;
  private @Nullable Throwable bug;
  private final @Nullable RejectedCloser closer;
  private boolean permitHeld;
  private @Nullable StopReason reason;
  private @Nullable Decision decision;
  private long endNanos;

  /** Takes up a call whose first attempt was never begun. */
  CallRun(Retry retry, long startNanos, long callMark) {
    this(retry, Progress.startingAt(startNanos), null, callMark);
  }

  /** Takes up a call whose first attempt is over, or in flight. */
  CallRun(Retry retry, Progress progress, @Nullable Flight latest, long callMark) {
    this.retry = retry;
    this.progress = progress;
    this.latest = latest;
    this.callMark = callMark;
    state = retry.state();
    call = retry.shared().nextCall();
    endNanos = latest == null ? progress.startNanos() : latest.startNanos();
    closer = retry.policy().rejectedResults().closed() ? new RejectedCloser() : null;
    state.retryingBegins();
  }

  /** Takes up a call whose first attempt is in flight. */
  static CallRun underway(Retry retry, long startNanos, Flight first, long mark) {
    Progress progress = Progress.startingAt(startNanos).attemptStarted(first.startNanos(), mark);
    return new CallRun(retry, progress, first, mark);
  }

  /** The first attempt as its operation sees it, for what the later ones have in common with it. */
  CallRun withFirst(@Nullable AttemptInfo seen) {
    first = seen;
    return this;
  }

  /** Judges the only attempt in flight, which has just ended. */
  Decision finished(Outcome<?> outcome, long nowNanos) {
    Flight flight = latest();
    return judged(flight, outcome, nowNanos, decide(flight, outcome, nowNanos));
  }

  /** Decides what follows from an attempt that has just ended. */
  Decision decide(Flight flight, Outcome<?> outcome, long nowNanos) {
    progress = progress.attemptFinished(flight.lengthNanos(nowNanos));
    return retry.policy().decide(progress, outcome, nowNanos, state.view(), retry.random());
  }

  /** Asks the gates about a decision, records it and tells. */
  Decision judged(Flight flight, Outcome<?> outcome, long nowNanos, Decision decided) {
    long length = flight.lengthNanos(nowNanos);
    state.attemptTook(length);
    settle(flight, decided, nowNanos);
    Decision decision = gate(decided, nowNanos);
    note(flight, length, outcome, decision, false);
    if (closer != null) {
      closer.seen(outcome.valueOrNull(), decision);
    }
    follow(flight, outcome, decision, nowNanos);
    return decision;
  }

  private void note(
      Flight flight, long length, Outcome<?> outcome, Decision decision, boolean calledOff) {
    record(flight, length, outcome, decision, calledOff);
    if (!retry.listeners().isEmpty()) {
      tell(
          new RetryEvent.AttemptFinished(
              retry.name(), call, flight.number(), length, outcome, decision));
    }
  }

  private void follow(Flight flight, Outcome<?> outcome, Decision decision, long nowNanos) {
    this.decision = decision;
    if (decision instanceof Decision.RetryAfter again) {
      progress = again.next();
      lastFailure = outcome.failureOrNull();
    } else if (decision instanceof Decision.LeftToOthers left) {
      progress = left.next();
    } else if (decision instanceof Decision.GiveUp giveUp) {
      bug = giveUp.bug();
      end(giveUp.reason(), false, nowNanos);
    } else if (decision instanceof Decision.Accept accept) {
      state.pause(accept.pauseNanos(), nowNanos);
      end(StopReason.SUCCEEDED, flight.isFirst(), nowNanos);
    }
  }

  /** Tells the budget how the attempt came out, before it is asked for another. */
  private void settle(Flight flight, Decision decision, long nowNanos) {
    if (flight.paid()) {
      state.budget().permitReturned(decision instanceof Decision.Accept, nowNanos);
    } else if (flight.isFirst() && decision.verdict().action() == Verdict.Action.RETRY) {
      state.budget().firstTryFailed(nowNanos);
    }
  }

  /** The only gates with state, asked last: the shutdown signal, then the budget. */
  private Decision gate(Decision decision, long nowNanos) {
    if (!(decision instanceof Decision.RetryAfter)) {
      return decision;
    }
    if (retry.shared().waits().isShutDown()) {
      return Decision.giveUp(decision.verdict(), StopReason.SHUT_DOWN);
    }
    if (!state.budget().tryAcquire(nowNanos)) {
      return Decision.giveUp(decision.verdict(), StopReason.BUDGET);
    }
    permitHeld = true;
    return decision;
  }

  private void record(
      Flight flight, long length, Outcome<?> outcome, Decision decision, boolean calledOff) {
    long startedAfter = Math.max(0, flight.startNanos() - progress.startNanos());
    History.Entry entry =
        new History.Entry(flight.number(), startedAfter, length, outcome, decision, calledOff);
    if (history == null) {
      history = new History(entry);
    } else {
      history.add(entry);
    }
  }

  /** Ends an attempt that its caller holds for a success. */
  void accepted(long nowNanos) {
    Flight flight = latest();
    progress = progress.attemptFinished(flight.lengthNanos(nowNanos));
    judged(flight, Outcome.returned(Done.DONE), nowNanos, Decision.accept());
    tellEnd(null);
  }

  /** Ends a call that nobody waits for: the attempt in flight, if there is one, then the call. */
  void cancelled(long nowNanos) {
    calledOff(progress.inFlight() == 0 ? null : latest(), StopReason.CANCELLED, nowNanos);
  }

  /** Ends the call from outside: the only attempt in flight, if there is one, then the call. */
  void calledOff(@Nullable Flight flight, StopReason why, long nowNanos) {
    if (flight == null) {
      stop(why, nowNanos);
    } else {
      callOff(flight, why, nowNanos);
    }
    if (closer != null && why == StopReason.CANCELLED) {
      closer.abandoned();
    }
  }

  private void callOff(Flight flight, StopReason why, long nowNanos) {
    progress = progress.attemptFinished(flight.lengthNanos(nowNanos));
    judged(
        flight,
        calledOff("the call was cancelled"),
        nowNanos,
        Decision.giveUp(Verdict.abort(), why));
  }

  /** Ends an attempt because others of the call have decided, or will. */
  void leaveBehind(Flight flight, long nowNanos) {
    progress = progress.attemptFinished(flight.lengthNanos(nowNanos));
    Decision left = new Decision.LeftToOthers(Verdict.abort(), progress);
    settle(flight, left, nowNanos);
    Outcome<?> outcome = calledOff("called off, for another attempt");
    note(flight, flight.lengthNanos(nowNanos), outcome, left, true);
  }

  private static Outcome<?> calledOff(String why) {
    return Outcome.threw(new CancellationException(why));
  }

  /** Begins the next attempt, unless the wait for it took too long or was the last. */
  boolean startNext(long nowNanos) {
    if (retry.shared().waits().isShutDown()) {
      stop(StopReason.SHUT_DOWN, nowNanos);
      return false;
    }
    if (retry.policy().timeLeftNanos(progress, nowNanos) <= 0) {
      stop(StopReason.DEADLINE, nowNanos);
      return false;
    }
    start(nowNanos, permitHeld, true);
    permitHeld = false;
    if (!retry.listeners().isEmpty()) {
      tell(new RetryEvent.RetryStarted(retry.name(), call, progress.started()));
    }
    return true;
  }

  /** Begins another attempt beside those in flight, if the budget pays for it. */
  boolean startHedge(long nowNanos) {
    boolean paid = state.budget().tryAcquire(nowNanos);
    if (paid) {
      start(nowNanos, true, false);
    }
    if (!retry.listeners().isEmpty()) {
      int started = progress.started();
      tell(
          paid
              ? new RetryEvent.HedgeStarted(retry.name(), call, started)
              : new RetryEvent.HedgeRefused(retry.name(), call, started));
    }
    return paid;
  }

  private void start(long nowNanos, boolean paid, boolean opensRound) {
    progress = progress.attemptStarted(nowNanos, RetryReport.mark());
    latest = new Flight(progress.started(), nowNanos, paid, opensRound);
  }

  /** Ends the call because nobody takes the next attempt. */
  void rejected(Throwable rejection, long nowNanos) {
    bug = rejection;
    stop(StopReason.EXECUTOR_REJECTED, nowNanos);
  }

  /** Ends the call between two attempts. */
  void stop(StopReason why, long nowNanos) {
    if (permitHeld) {
      permitHeld = false;
      state.budget().permitReturned(false, nowNanos);
    }
    end(why, false, nowNanos);
  }

  private void end(StopReason why, boolean byFirstTry, long nowNanos) {
    reason = why;
    endNanos = nowNanos;
    state.retryingEnds();
    if (byFirstTry) {
      state.budget().firstTrySucceeded(nowNanos);
    } else {
      state.budget().callFinished(nowNanos);
    }
  }

  /** Ends a call that a bug has cut short, and tells nobody: whom it would tell may be the bug. */
  void abandon() {
    if (reason == null) {
      reason = StopReason.POLICY_FAILED;
      state.retryingEnds();
    }
  }

  /**
   * What is to be thrown at the end, its report attached; null if the last outcome's value is to be
   * returned. Tells the end.
   */
  @Nullable Throwable conclude(Outcome<?> last) {
    if (reason() == StopReason.SUCCEEDED) {
      tellEnd(null);
      return null;
    }
    RetryReport report = report();
    Throwable failure = failureOf(last);
    if (failure != null) {
      noteBug(failure);
      attach(report, failure);
    }
    tellEnd(report);
    return failure;
  }

  /** The end as a value. Tells the end. */
  <T extends @Nullable Object> RetryResult<T> result(Outcome<T> last) {
    RetryReport report = report();
    Throwable failure = last.failureOrNull();
    if (failure != null) {
      noteBug(failure);
      attach(report, failure);
    }
    tellEnd(reason() == StopReason.SUCCEEDED ? null : report);
    return new RetryResult<>(last, report, bug);
  }

  private @Nullable Throwable failureOf(Outcome<?> last) {
    if (last instanceof Outcome.Threw<?> threw) {
      return threw.failure();
    }
    boolean returns = retry.policy().rejectedResults().returned() && bug == null;
    return returns
        ? null
        : new ResultRejectedException(last.valueOrNull(), progress.started(), reason());
  }

  private void attach(RetryReport report, Throwable failure) {
    if (retry.policy().maxAttempts() > 1) {
      report.attachTo(failure);
    }
  }

  /** One bug of a class is enough on an instance that many calls throw. */
  private void noteBug(Throwable failure) {
    Throwable found = bug;
    if (found == null || found == failure) {
      return;
    }
    for (Throwable suppressed : failure.getSuppressed()) {
      if (suppressed.getClass() == found.getClass()) {
        return;
      }
    }
    failure.addSuppressed(found);
  }

  private void tellEnd(@Nullable RetryReport report) {
    if (!retry.listeners().isEmpty()) {
      tell(
          new RetryEvent.CallFinished(
              retry.name(),
              call,
              progress.started(),
              reason(),
              progress.elapsedNanos(endNanos),
              report));
    }
  }

  private void tell(RetryEvent event) {
    retry.listeners().tell(event);
  }

  private RetryReport report() {
    History attempts = history;
    List<AttemptRecord> records =
        attempts == null ? List.of() : attempts.records(retry, reason() == StopReason.SUCCEEDED);
    History.Entry latest = attempts == null ? null : attempts.latest();
    String explanation = new Explanation(retry, progress, latest, endNanos).of(reason());
    return new RetryReport(
            retry.name(),
            progress.started(),
            reason(),
            progress.elapsedNanos(endNanos),
            records,
            callMark,
            progress.reportMark())
        .explained(
            retry.policy().maxAttempts(), retry.policy().limits().withinNanos(), explanation);
  }

  /** The attempt that began last, as its operation sees it. */
  AttemptInfo attempt(long nowNanos) {
    AttemptInfo attempt = AttemptInfo.of(retry, progress, nowNanos, lastFailure, first);
    if (first == null) {
      first = attempt;
    }
    return attempt;
  }

  /** The attempt that began last. */
  Flight latest() {
    if (latest == null) {
      throw new IllegalStateException("no attempt has begun");
    }
    return latest;
  }

  Progress progress() {
    return progress;
  }

  StopReason reason() {
    return reason == null ? StopReason.CANCELLED : reason;
  }

  /** The decision after the last finished attempt; null before the first. */
  @Nullable Decision decision() {
    return decision;
  }
}
