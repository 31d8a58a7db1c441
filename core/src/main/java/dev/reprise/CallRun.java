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
  private long attemptStartNanos;
  private @Nullable History history;
  private @Nullable Throwable lastFailure;
  private @Nullable Throwable bug;
  private final @Nullable RejectedCloser closer;
  private boolean permitHeld;
  private @Nullable StopReason reason;
  private @Nullable Decision decision;
  private long endNanos;

  /** Takes up a call whose first attempt is over, or was never begun. */
  CallRun(Retry retry, Progress progress, long callMark) {
    this(retry, progress, progress.startNanos(), callMark);
  }

  /** Takes up a call whose first attempt began at a given tick. */
  CallRun(Retry retry, Progress progress, long attemptStartNanos, long callMark) {
    this.retry = retry;
    this.progress = progress;
    this.callMark = callMark;
    state = retry.state();
    call = retry.shared().nextCall();
    this.attemptStartNanos = attemptStartNanos;
    endNanos = attemptStartNanos;
    closer = retry.policy().rejectedResults().closed() ? new RejectedCloser() : null;
    state.retryingBegins();
  }

  /** Judges an attempt that has just ended. */
  Decision finished(Outcome<?> outcome, long nowNanos) {
    progress = progress.attemptFinished(Math.max(0, nowNanos - attemptStartNanos));
    return judged(
        outcome,
        nowNanos,
        retry.policy().decide(progress, outcome, nowNanos, state.view(), retry.random()));
  }

  /** Asks the gates about a decision, records it and tells. */
  Decision judged(Outcome<?> outcome, long nowNanos, Decision decided) {
    state.attemptTook(progress.lastAttemptNanos());
    settle(decided, nowNanos);
    Decision decision = gate(decided, nowNanos);
    record(outcome, decision);
    if (closer != null) {
      closer.seen(outcome.valueOrNull(), decision);
    }
    if (!retry.listeners().isEmpty()) {
      tell(
          new RetryEvent.AttemptFinished(
              retry.name(),
              call,
              progress.started(),
              progress.lastAttemptNanos(),
              outcome,
              decision));
    }
    follow(outcome, decision, nowNanos);
    return decision;
  }

  private void follow(Outcome<?> outcome, Decision decision, long nowNanos) {
    this.decision = decision;
    if (decision instanceof Decision.RetryAfter again) {
      progress = again.next();
      lastFailure = outcome.failureOrNull();
    } else if (decision instanceof Decision.GiveUp giveUp) {
      bug = giveUp.bug();
      end(giveUp.reason(), nowNanos);
    } else {
      end(StopReason.SUCCEEDED, nowNanos);
    }
  }

  /** Tells the budget how the attempt came out, before it is asked for another. */
  private void settle(Decision decision, long nowNanos) {
    if (permitHeld) {
      returnPermit(decision instanceof Decision.Accept, nowNanos);
    } else if (progress.finished() == 1 && decision.verdict().action() == Verdict.Action.RETRY) {
      state.budget().firstTryFailed(nowNanos);
    }
  }

  private void returnPermit(boolean succeeded, long nowNanos) {
    permitHeld = false;
    state.budget().permitReturned(succeeded, nowNanos);
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

  private void record(Outcome<?> outcome, Decision decision) {
    long startedAfter = Math.max(0, attemptStartNanos - progress.startNanos());
    History.Entry entry =
        new History.Entry(
            progress.started(), startedAfter, progress.lastAttemptNanos(), outcome, decision);
    if (history == null) {
      history = new History(entry);
    } else {
      history.add(entry);
    }
  }

  /** Ends an attempt that its caller holds for a success. */
  void accepted(long nowNanos) {
    progress = progress.attemptFinished(Math.max(0, nowNanos - attemptStartNanos));
    judged(Outcome.returned(Done.DONE), nowNanos, Decision.accept());
    tellEnd(null);
  }

  /** Ends a call that nobody waits for: the attempt under way, if there is one, then the call. */
  void cancelled(long nowNanos) {
    if (progress.finished() == progress.started()) {
      stop(StopReason.CANCELLED, nowNanos);
      if (closer != null) {
        closer.abandoned();
      }
      return;
    }
    progress = progress.attemptFinished(Math.max(0, nowNanos - attemptStartNanos));
    judged(
        Outcome.threw(new CancellationException("the call was cancelled")),
        nowNanos,
        Decision.giveUp(Verdict.abort(), StopReason.CANCELLED));
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
    progress = progress.attemptStarted(nowNanos, RetryReport.mark());
    attemptStartNanos = nowNanos;
    if (!retry.listeners().isEmpty()) {
      tell(new RetryEvent.RetryStarted(retry.name(), call, progress.started()));
    }
    return true;
  }

  /** Ends the call because nobody takes the next attempt. */
  void rejected(Throwable rejection, long nowNanos) {
    bug = rejection;
    stop(StopReason.EXECUTOR_REJECTED, nowNanos);
  }

  /** Ends the call between two attempts. */
  void stop(StopReason why, long nowNanos) {
    if (permitHeld) {
      returnPermit(false, nowNanos);
    }
    end(why, nowNanos);
  }

  private void end(StopReason why, long nowNanos) {
    reason = why;
    endNanos = nowNanos;
    state.retryingEnds();
    state.budget().callFinished(nowNanos);
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
    return new RetryResult<>(last, report);
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
    List<AttemptRecord> records = history == null ? List.of() : history.records(retry.inWords());
    return new RetryReport(
        retry.name(),
        progress.started(),
        reason(),
        progress.elapsedNanos(endNanos),
        records,
        callMark,
        progress.reportMark());
  }

  AttemptInfo attempt(long nowNanos) {
    return AttemptInfo.of(retry.policy(), progress, retry.ticks(), nowNanos, lastFailure);
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
