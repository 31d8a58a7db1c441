package dev.reprise.internal.driver;

import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.function.Attempt;
import dev.reprise.internal.call.AttemptInfo;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.FirstAttempt;
import dev.reprise.internal.call.RetriedCall;
import dev.reprise.internal.call.RunningAttempt;
import dev.reprise.report.RetryReport;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A call whose attempts other code makes, several at a time if the policy hedges. It receives the
 * outcome of each, decides, settles and publishes. It makes no attempts, never waits and has no
 * thread. Used by one thread at a time.
 *
 * @param <T> type of the operation's result
 */
public final class CallDriver<T extends @Nullable Object> {

  private final CallSettings settings;
  private final Consumer<DrivenAttempt> callOff;
  private final long startNanos;
  private final long mark;
  private final boolean hedged;
  private final boolean learning;
  private final List<DrivenAttempt> out = new ArrayList<>(0);
  private final @Nullable LosingResults losingResults;
  private @Nullable RetriedCall run;
  private @Nullable DrivenAttempt first;
  private @Nullable Outcome<T> last;
  private boolean over;
  private boolean refused;

  /**
   * Begins a call, without an attempt.
   *
   * @param callOff ends an attempt that the call no longer needs, before its end is published
   */
  public CallDriver(CallSettings settings, Consumer<DrivenAttempt> callOff) {
    this(settings, callOff, settings.ticks().nanos(), RetryReport.mark());
  }

  /** As above, for a call that began at a tick. */
  public CallDriver(
      CallSettings settings, Consumer<DrivenAttempt> callOff, long startNanos, long mark) {
    this.settings = settings;
    this.callOff = callOff;
    this.startNanos = startNanos;
    this.mark = mark;
    hedged = settings.policy().isHedged();
    learning = hedged && settings.policy().readsLatencies();
    losingResults = hedged ? new LosingResults() : null;
  }

  /** Continues a call after its first attempt, which was judged and did not end the call. */
  public CallDriver<T> after(RetriedCall judged, Outcome<T> outcome) {
    run = judged;
    last = outcome;
    return this;
  }

  public long startNanos() {
    return startNanos;
  }

  /** Returns whether the first attempt ended the call, with no further event. */
  public boolean endedAtOnce() {
    return run == null;
  }

  public boolean isOver() {
    return over;
  }

  /** Returns whether an attempt has begun. */
  public boolean hasBegun() {
    return first != null || run != null;
  }

  /** The attempt in flight with this attempt information; null if there is no such attempt. */
  public @Nullable DrivenAttempt inFlight(Attempt seen) {
    for (int i = 0; i < out.size(); i++) { // without an iterator, which would be allocated
      if (out.get(i).seen() == seen) {
        return out.get(i);
      }
    }
    return null;
  }

  /** Begins the first attempt. */
  public DrivenAttempt beginFirst() {
    long now = now();
    RunningAttempt running = RunningAttempt.first(now);
    DrivenAttempt flight = flight(running, FirstAttempt.info(settings, startNanos, now));
    first = flight;
    return flight;
  }

  /** Begins the next attempt; null if the wait was too long or the call has ended. */
  public @Nullable DrivenAttempt beginRetry() {
    RetriedCall current = underway();
    long now = now();
    if (!current.startNext(now)) {
      return null;
    }
    refused = false;
    return flight(current.latest(), current.attempt(now));
  }

  /** Begins another attempt in parallel with those in flight; null if the budget refuses it. */
  public @Nullable DrivenAttempt beginHedge() {
    RetriedCall current = underway();
    long now = now();
    if (!current.startHedge(now)) {
      refused = true;
      return null;
    }
    return flight(current.latest(), current.attempt(now));
  }

  private DrivenAttempt flight(RunningAttempt running, AttemptInfo seen) {
    DrivenAttempt flight = new DrivenAttempt(running, seen, settings.policy().hasAttemptTimeout());
    out.add(flight);
    return flight;
  }

  /** Time until the next hedge is due, in nanoseconds; empty for never. */
  public OptionalLong nextHedge() {
    boolean none =
        !hedged || over || refused || out.isEmpty() || settings.shared().waits().isShutDown();
    return none
        ? OptionalLong.empty()
        : settings.policy().nextHedge(progress(), settings.state().view(), now());
  }

  private Progress progress() {
    RetriedCall current = run;
    if (current != null) {
      return current.progress();
    }
    DrivenAttempt begun = first;
    long began = begun == null ? startNanos : begun.running().startNanos();
    return Progress.startingAt(startNanos).attemptStarted(began, mark);
  }

  /**
   * Handles the end of an attempt in flight.
   *
   * @return the decision
   */
  public Decision finished(DrivenAttempt flight, Outcome<T> outcome) {
    long now = now();
    landed(flight);
    last = outcome;
    if (losingResults != null) {
      losingResults.closeAllBut(outcome.valueOrNull());
    }
    RetriedCall current = run;
    if (current == null) {
      return firstFinished(flight.running(), outcome);
    }
    Decision decided = current.decide(flight.running(), outcome, now);
    if (decided instanceof Decision.Accept) {
      learn(flight, now);
    }
    if (!(decided instanceof Decision.DeferredToInFlight)) {
      leaveOthersBehind(current, now);
    } else if (settings.policy().rejectedResults().closed()) {
      answeredLate(outcome.valueOrNull());
    }
    return current.judged(flight.running(), outcome, now, decided);
  }

  /** Nothing has failed and nothing was hedged before. */
  private Decision firstFinished(RunningAttempt flight, Outcome<T> outcome) {
    RetriedCall judged =
        FirstAttempt.judge(
            settings, outcome, startNanos, flight.startNanos(), mark, this::takeUpFirst);
    Decision decision = judged == null ? null : judged.decision();
    if (decision != null) {
      return decision;
    }
    if (first != null) {
      learn(first, settings.nanosOr(flight.startNanos()));
    }
    return Decision.accept();
  }

  private void takeUpFirst(RetriedCall begun) {
    run = begun.withFirst(firstSeen());
  }

  private @Nullable AttemptInfo firstSeen() {
    return first == null ? null : first.seen();
  }

  /**
   * Handles the success of an attempt in flight as reported by the caller, without evaluating
   * conditions.
   */
  public void succeeded(DrivenAttempt flight, Outcome<T> value) {
    long now = now();
    landed(flight);
    last = value;
    RetriedCall current = run;
    if (current == null) {
      settings.firstAccepted(flight.running().startNanos());
      learn(flight, now);
      return;
    }
    learn(flight, now);
    leaveOthersBehind(current, now);
    current.accepted(flight.running(), now);
  }

  /** Outcome of an attempt that exceeded its timeout. */
  public Outcome<T> timedOut(DrivenAttempt flight) {
    long setting = flight.seen().timeoutSettingNanos();
    return Outcome.threw(new AttemptTimeoutException(flight.limitNanos(), setting, null));
  }

  /**
   * Handles a late result: closes it, unless the call returned it. If attempts do not overlap, the
   * operation is responsible for it.
   */
  public void answeredLate(@Nullable Object value) {
    if (losingResults != null) {
      losingResults.add(value);
    }
  }

  private void landed(DrivenAttempt flight) {
    out.remove(flight);
  }

  /**
   * Records the duration of the hedged attempt. If the hedge won, the attempt took at least this
   * long. The hedge itself is not representative: it began after others had been slow.
   */
  private void learn(DrivenAttempt flight, long nowNanos) {
    if (learning) {
      Stream.concat(Stream.of(flight), out.stream())
          .map(DrivenAttempt::running)
          .filter(RunningAttempt::opensRound)
          .forEach(slow -> settings.state().recordLatency(slow.durationNanos(nowNanos)));
    }
  }

  private void leaveOthersBehind(RetriedCall current, long nowNanos) {
    if (out.isEmpty()) {
      return;
    }
    for (DrivenAttempt other : List.copyOf(out)) {
      callOff.accept(other);
      current.abandon(other.running(), nowNanos);
    }
    out.clear();
  }

  /** Ends the call because the timer or the executor rejects its next attempt, or its first one. */
  public void rejected(Throwable rejection) {
    if (hasBegun()) {
      underway().rejected(rejection, now());
      return;
    }
    last = Outcome.threw(rejection);
    underway().stop(StopReason.EXECUTOR_REJECTED, now());
  }

  /** Ends the call because the wait for the next attempt failed. */
  public void waitFailed(Throwable bug) {
    underway().waitFailed(bug, now());
  }

  /** Cancels all attempts in flight and ends the call. */
  public RetriedCall stop(StopReason why) {
    long now = settings.nanosOr(startNanos);
    RetriedCall current = underway();
    List<DrivenAttempt> left = List.copyOf(out);
    out.clear();
    left.forEach(callOff);
    DrivenAttempt latest = left.isEmpty() ? null : left.get(left.size() - 1);
    for (DrivenAttempt other : left) {
      if (other != latest) {
        current.abandon(other.running(), now);
      }
    }
    current.calledOff(latest == null ? null : latest.running(), why, now);
    if (latest != null && last instanceof Outcome.Returned) {
      last = null;
    }
    return current;
  }

  /**
   * Ends the call after an exception that no attempt threw.
   *
   * @return the outcome of the call: the latest failure if there is one, else the bug
   */
  public Outcome<T> broken(Throwable bug) {
    Outcome<T> outcome = last instanceof Outcome.Threw ? last : Outcome.threw(bug);
    List<DrivenAttempt> left = List.copyOf(out);
    out.clear();
    left.forEach(callOff);
    RetriedCall current = underway();
    long now = settings.nanosOr(startNanos);
    for (int i = 0; i < left.size() - 1; i++) {
      current.abandon(left.get(i).running(), now);
    }
    current.broken(left.isEmpty() ? null : left.get(left.size() - 1).running(), bug, now);
    return outcome;
  }

  /** As {@link #broken}, and publishes the end. */
  public Outcome<T> endBroken(Throwable bug) {
    over = true;
    Outcome<T> ended = broken(bug);
    Throwable failure = underway().conclude(ended);
    return failure == null ? ended : Outcome.threw(failure);
  }

  /** The call as its events describe it; from now on it counts as retrying. */
  public RetriedCall underway() {
    RetriedCall current = run;
    if (current == null) {
      DrivenAttempt begun = first;
      current =
          begun == null
              ? new RetriedCall(settings, startNanos, mark)
              : RetriedCall.underway(settings, startNanos, begun.running(), mark)
                  .withFirst(begun.seen());
      run = current;
    }
    return current;
  }

  /** Marks the call as over: it no longer changes, and late results are closed. */
  public void markOver() {
    over = true;
  }

  /**
   * Ends a call that has stopped, and publishes the end.
   *
   * @return its outcome
   */
  public Outcome<T> end() {
    over = true;
    Outcome<T> ended = lastOrCancelled();
    Throwable failure = underway().conclude(ended);
    return failure == null ? ended : Outcome.threw(failure);
  }

  /** The last outcome; a cancel if there is none. */
  public Outcome<T> lastOrCancelled() {
    Outcome<T> known = last;
    return known != null
        ? known
        : Outcome.threw(new CancellationException("the call was cancelled"));
  }

  /** The call has its value: all other results are closed. */
  public void closeAllBut(@Nullable Object value) {
    if (losingResults != null) {
      losingResults.end(value);
    }
  }

  /** Closes a rejected result that is not returned. */
  public void closeRejected() {
    underway().closeRejected();
  }

  /** Releases everything of the call except the value, for callers that keep the driver. */
  public void forget() {
    first = null;
    run = null;
    last = null;
  }

  private long now() {
    return settings.ticks().nanos();
  }
}
