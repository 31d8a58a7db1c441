package dev.reprise.internal.call;

import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.View;
import dev.reprise.function.VoidResult;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * A call that did not succeed at once: its progress, its permit, its record. Every driver passes
 * its outcomes to an instance and follows its decisions. It never waits or schedules, and calls
 * listeners only. Used by one thread at a time.
 */
public final class RetriedCall {

  private static final long NOT_MEASURED = 0;

  private final CallSettings settings;
  private final long callMark;
  private final @Nullable RejectedResultCloser closer;
  private Progress progress;
  private boolean underway;
  private long startedNanos;
  private long startedMark;
  private @Nullable RunningAttempt latest;
  private @Nullable AttemptInfo first;
  private @Nullable Outcome<?> unrecorded;
  private @Nullable History history;
  private @Nullable Throwable lastFailure;
  private @Nullable Throwable bug;
  private boolean permitHeld;
  private boolean permitUsed;
  private int price = 1;
  private @Nullable StopReason stopReason;
  private @Nullable Decision decision;
  private long endNanos;
  private long number;

  /** Continues a call whose first attempt did not begin. */
  public RetriedCall(CallSettings settings, long startNanos, long callMark) {
    this(settings, Progress.startingAt(startNanos), callMark);
  }

  /** Continues a call whose first attempt is over, or in flight, as its progress shows. */
  public RetriedCall(CallSettings settings, Progress progress, long callMark) {
    this(progress, settings, callMark);
    settings.state().retryingStarted();
  }

  private RetriedCall(Progress progress, CallSettings settings, long callMark) {
    this.settings = settings;
    this.progress = progress;
    this.callMark = callMark;
    startedNanos = progress.lastStartNanos();
    endNanos = startedNanos;
    closer = settings.policy().rejectedResults().closed() ? new RejectedResultCloser() : null;
  }

  /** Continues a call whose first attempt is in flight. */
  public static RetriedCall underway(
      CallSettings settings, long startNanos, RunningAttempt first, long mark) {
    Progress progress = Progress.startingAt(startNanos).attemptStarted(first.startNanos(), mark);
    RetriedCall run = new RetriedCall(settings, progress, mark);
    run.latest = first;
    return run;
  }

  /**
   * Takes up a call after {@link FirstAttempt#decide} on its only attempt. {@link #firstFinished}
   * follows, once every thread that may have to end the call can see this object.
   */
  public static RetriedCall afterFirst(CallSettings settings, Progress once, Decision decided) {
    RetriedCall run = new RetriedCall(once, settings, once.reportMark());
    run.holdPermitFor(decided);
    return run;
  }

  /** Publishes the end of the first attempt, and continues as decided. */
  public RetriedCall firstFinished(Outcome<?> outcome, Decision decided, long nowNanos) {
    publishFinished(1, progress.lastAttemptNanos(), outcome, decided);
    return goOn(outcome, decided, nowNanos);
  }

  /** Same as {@link #afterFirst}, for a call that got listeners only while it waits. */
  public static RetriedCall waiting(
      CallSettings settings, Outcome<?> outcome, Decision.RetryAfter again) {
    RetriedCall run = afterFirst(settings, again.progress(), again);
    return run.goOn(outcome, again, run.endNanos);
  }

  private RetriedCall goOn(Outcome<?> outcome, Decision decided, long nowNanos) {
    unrecorded = outcome;
    follow(outcome, decided, true, nowNanos);
    return this;
  }

  /** Sets the first attempt, which holds the values that later attempts share. */
  public RetriedCall withFirst(@Nullable AttemptInfo seen) {
    first = seen;
    return this;
  }

  /** Judges the only attempt in flight, which has just ended. */
  public Decision finished(Outcome<?> outcome, long nowNanos) {
    long length = Math.max(0, nowNanos - startedNanos);
    if (underway && settings.policy().alwaysAccepts(outcome)) {
      return judged(started(), length, outcome, nowNanos, Decision.accept());
    }
    ended(length);
    return judged(progress.started(), length, outcome, nowNanos, decide(outcome, nowNanos));
  }

  private void ended(long length) {
    keepLatest();
    progress =
        underway
            ? progress.attempted(startedNanos, startedMark, length)
            : progress.attemptFinished(length);
    underway = false;
  }

  /** Decides after an attempt that has just ended. */
  public Decision decide(RunningAttempt flight, Outcome<?> outcome, long nowNanos) {
    progress = progress().attemptFinished(flight.durationNanos(nowNanos));
    return decide(outcome, nowNanos);
  }

  private Decision decide(Outcome<?> outcome, long nowNanos) {
    RetryPolicy policy = settings.policy();
    View view = policy.dependsOnlyOnRetryNumber() ? View.NONE : settings.state().view();
    return policy.decide(progress, outcome, nowNanos, view, settings.random());
  }

  /** Passes a decision on the only attempt through the gates, records and publishes it. */
  private Decision judged(
      int attempt, long length, Outcome<?> outcome, long nowNanos, Decision decided) {
    settle(attempt == 1, price, length, decided, nowNanos);
    Decision allowed = gate(decided, nowNanos);
    keepLatest();
    unrecorded = outcome;
    publishFinished(attempt, length, outcome, allowed);
    follow(outcome, allowed, attempt == 1, nowNanos);
    return allowed;
  }

  /** As {@link #finished}, for one of several attempts in flight. */
  public Decision judged(
      RunningAttempt flight, Outcome<?> outcome, long nowNanos, Decision decided) {
    long length = flight.durationNanos(nowNanos);
    settle(flight.isFirst(), flight.price(price), length, decided, nowNanos);
    Decision allowed = gate(decided, nowNanos);
    note(flight, length, outcome, allowed, false);
    follow(outcome, allowed, flight.isFirst(), nowNanos);
    return allowed;
  }

  private void note(
      RunningAttempt flight,
      long length,
      Outcome<?> outcome,
      Decision decision,
      boolean calledOff) {
    long startedAfter = Math.max(0, flight.startNanos() - progress.startNanos());
    keep(new History.Entry(flight.number(), startedAfter, length, outcome, decision, calledOff));
    publishFinished(flight.number(), length, outcome, decision);
  }

  private void publishFinished(int attempt, long length, Outcome<?> outcome, Decision decision) {
    if (hasListeners()) {
      CallEvents.attemptFinished(settings, number(), attempt, length, outcome, decision);
    }
  }

  private void follow(Outcome<?> outcome, Decision decision, boolean first, long nowNanos) {
    if (closer != null) {
      closer.seen(outcome.valueOrNull(), decision);
    }
    this.decision = decision;
    if (decision instanceof Decision.RetryAfter again) {
      progress = again.next();
      lastFailure = outcome.failureOrNull();
    } else if (decision instanceof Decision.DeferredToInFlight left) {
      progress = left.next();
    } else if (decision instanceof Decision.GiveUp giveUp) {
      bug = giveUp.policyFailure();
      end(giveUp.stopReason(), false, nowNanos);
    } else if (decision instanceof Decision.Accept accept) {
      settings.state().pause(accept.pauseNanos(), nowNanos);
      end(StopReason.SUCCEEDED, first, nowNanos);
    }
  }

  /** Reports the outcome of an attempt, before a permit for another one is requested. */
  private void settle(boolean first, int paid, long length, Decision decision, long nowNanos) {
    settings.learn(decision, length);
    if (first) {
      boolean retryable = decision.verdict().action() == Verdict.Action.RETRY;
      settings.state().firstAttemptEnded(retryable, length, nowNanos);
    } else {
      permitUsed = false;
      boolean accepted = decision instanceof Decision.Accept;
      settings.state().paidAttemptEnded(paid, accepted, length, nowNanos);
    }
  }

  private Decision gate(Decision decision, long nowNanos) {
    Decision allowed = Gates.allowed(settings, decision, nowNanos);
    holdPermitFor(allowed);
    return allowed;
  }

  /** Records the price of the permit for the next attempt, in case it is returned. */
  private void holdPermitFor(Decision decided) {
    permitHeld = decided instanceof Decision.RetryAfter;
    price = permitHeld ? decided.verdict().price() : price;
  }

  /** Adds the attempt that ended last to the history. Most calls end before the history is read. */
  private void keepLatest() {
    Outcome<?> outcome = unrecorded;
    Decision after = decision;
    if (outcome == null || after == null) {
      return;
    }
    unrecorded = null;
    if (underway && after instanceof Decision.Accept) {
      progress =
          progress.attempted(startedNanos, startedMark, Math.max(0, endNanos - startedNanos));
      underway = false;
    }
    long startedAfter = Math.max(0, progress.lastStartNanos() - progress.startNanos());
    keep(
        new History.Entry(
            progress.finished(), startedAfter, progress.lastAttemptNanos(), outcome, after, false));
  }

  private void keep(History.Entry entry) {
    history = History.with(history, entry);
  }

  /** Ends an attempt that its caller treats as a success. */
  public void accepted(RunningAttempt flight, long nowNanos) {
    progress = progress().attemptFinished(flight.durationNanos(nowNanos));
    judged(flight, Outcome.returned(VoidResult.DONE), nowNanos, Decision.accept());
  }

  /** Ends a cancelled call: first the attempt in flight, if there is one, then the call. */
  public void cancelled(long nowNanos) {
    calledOff(latestInFlight(), StopReason.CANCELLED, nowNanos);
    closeRejected();
  }

  /** Closes a rejected result that is not returned. */
  public void closeRejected() {
    if (closer != null) {
      closer.abandoned();
    }
  }

  /** Ends the call from outside: the only attempt in flight, if there is one, then the call. */
  public void calledOff(@Nullable RunningAttempt flight, StopReason why, long nowNanos) {
    if (flight == null) {
      stop(why, nowNanos);
      return;
    }
    progress = progress().attemptFinished(flight.durationNanos(nowNanos));
    String text =
        why == StopReason.POLICY_FAILED ? "the call has failed" : "the call was cancelled";
    Outcome<?> outcome = Outcome.threw(new CancellationException(text));
    judged(flight, outcome, nowNanos, new Decision.GiveUp(Verdict.abort(), why, bug));
  }

  /** Ends an attempt because another attempt of the call has decided, or will decide. */
  public void abandon(RunningAttempt flight, long nowNanos) {
    progress = progress().attemptFinished(flight.durationNanos(nowNanos));
    Decision left = new Decision.DeferredToInFlight(Verdict.abort(), progress);
    settle(flight.isFirst(), flight.price(price), NOT_MEASURED, left, nowNanos);
    Throwable calledOff = new CancellationException("cancelled, for another attempt");
    note(flight, flight.durationNanos(nowNanos), Outcome.threw(calledOff), left, true);
  }

  /** Begins the next attempt, unless the wait was too long or the call has ended. */
  public boolean startNext(long nowNanos) {
    StopReason stop = Gates.whyNotNow(settings, progress.elapsedNanos(nowNanos));
    if (stop != null) {
      stop(stop, nowNanos);
      return false;
    }
    start(nowNanos, RetryReport.mark());
    if (hasListeners()) {
      CallEvents.retryStarted(settings, number(), started());
    }
    return true;
  }

  /** Begins the next attempt, which is allowed, and for which a permit is held. */
  public void start(long nowNanos, long mark) {
    permitHeld = false;
    permitUsed = true;
    underway = true;
    startedNanos = nowNanos;
    startedMark = mark;
    latest = null;
  }

  /** Begins another attempt in parallel with those in flight, if the budget grants a permit. */
  public boolean startHedge(long nowNanos) {
    boolean paid = settings.state().tryAcquire(nowNanos);
    if (paid) {
      progress = progress().attemptStarted(nowNanos, RetryReport.mark());
      latest = new RunningAttempt(progress.started(), nowNanos, false);
    }
    if (hasListeners()) {
      CallEvents.hedged(settings, number(), started(), paid);
    }
    return paid;
  }

  /** Ends the call because the wait for the next attempt failed. */
  public void waitFailed(Throwable failure, long nowNanos) {
    bug = failure;
    stop(StopReason.POLICY_FAILED, nowNanos);
  }

  /** Ends the call because timer or executor rejected the next attempt. */
  public void rejected(Throwable rejection, long nowNanos) {
    bug = rejection;
    stop(StopReason.EXECUTOR_REJECTED, nowNanos);
  }

  /** Ends the call between two attempts. */
  public void stop(StopReason why, long nowNanos) {
    if (permitHeld) {
      permitHeld = false;
      settings.state().permitUnused(price, nowNanos);
    }
    end(why, false, nowNanos);
  }

  private void end(StopReason why, boolean byFirstTry, long nowNanos) {
    stopReason = why;
    endNanos = nowNanos;
    if (byFirstTry) {
      settings.state().firstAttemptWon(nowNanos);
    } else {
      settings.state().callFinished(nowNanos);
    }
  }

  /** Ends a call, and its only attempt in flight, after an exception that no attempt threw. */
  public void broken(Throwable cause, long nowNanos) {
    broken(latestInFlight(), cause, nowNanos);
  }

  /**
   * Same as {@link #broken(Throwable, long)}, for one of several attempts.
   *
   * @param flight the last one in flight; null for none
   */
  public void broken(@Nullable RunningAttempt flight, Throwable cause, long nowNanos) {
    if (stopReason != null) {
      return;
    }
    if (flight == null) {
      permitHeld |= permitUsed;
      permitUsed = false;
    }
    bug = cause; // before the event of the attempt, which contains it
    calledOff(flight, StopReason.POLICY_FAILED, nowNanos);
  }

  /**
   * The failure to throw at the end, with its report attached; null if the value of the last
   * outcome is to be returned. Publishes the end.
   */
  @Nullable
  public Throwable conclude(Outcome<?> last) {
    if (stopReason() == StopReason.SUCCEEDED) {
      publishEnd(null, null);
      return null;
    }
    CallReport report = report();
    Throwable failure = report.failureOf(last, bug);
    publishEnd(failure, failure == null ? report.made() : report.attachedTo(failure, bug));
    return failure;
  }

  /** The report of the end, attached to the last failure if there is one. Publishes the end. */
  public RetryReport report(Outcome<?> last) {
    CallReport report = report();
    Throwable failure = last.failureOrNull();
    RetryReport made = failure == null ? report.made() : report.attachedTo(failure, bug);
    publishEnd(failure, stopReason() == StopReason.SUCCEEDED ? null : made);
    return made;
  }

  /** The report of a call that is over and whose end was published. */
  public RetryReport reportOfEnded() {
    return report().made();
  }

  /** The exception of the policy or the executor that ended the call; null if there is none. */
  @Nullable
  public Throwable bug() {
    return bug;
  }

  public CallSettings settings() {
    return settings;
  }

  private void publishEnd(@Nullable Throwable failure, @Nullable RetryReport report) {
    if (hasListeners()) {
      CallEvents.callFinished(
          settings, number(), stopReason(), started(), progress, endNanos, failure, report);
    }
  }

  private boolean hasListeners() {
    return !settings.listeners().isEmpty();
  }

  private CallReport report() {
    keepLatest();
    return new CallReport(settings, progress(), history, stopReason(), endNanos, callMark);
  }

  /** The attempt that has just begun, as its operation sees it. */
  public AttemptInfo attempt() {
    return attempt(startedNanos);
  }

  /** The attempt that began last, as its operation sees it. */
  public AttemptInfo attempt(long nowNanos) {
    AttemptInfo attempt =
        AttemptInfo.of(settings, started(), progress.startNanos(), nowNanos, lastFailure, first);
    first = first == null ? attempt : first;
    return attempt;
  }

  private @Nullable RunningAttempt latestInFlight() {
    return underway || progress.inFlight() > 0 ? latest() : null;
  }

  /** The attempt that began last. */
  public RunningAttempt latest() {
    RunningAttempt flight = latest;
    if (flight == null) {
      if (!underway) {
        throw new IllegalStateException("no attempt is in flight");
      }
      int attempt = progress().started();
      flight = new RunningAttempt(attempt, startedNanos, true);
      latest = flight;
    }
    return flight;
  }

  /** Progress of the call, including the attempt in flight. */
  public Progress progress() {
    keepLatest();
    if (underway) {
      underway = false;
      progress = progress.attemptStarted(startedNanos, startedMark);
    }
    return progress;
  }

  private int started() {
    int begun = progress.started();
    return underway && begun < Integer.MAX_VALUE ? begun + 1 : begun;
  }

  /** The number of the call, assigned before its first event. */
  private long number() {
    if (number == 0) {
      number = settings.shared().nextCall();
    }
    return number;
  }

  public StopReason stopReason() {
    return stopReason == null ? StopReason.CANCELLED : stopReason;
  }

  /** The decision after the last finished attempt; null before the first. */
  @Nullable
  public Decision decision() {
    return decision;
  }
}
