package dev.reprise.internal.hedged;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.internal.async.AsyncAttempt;
import dev.reprise.internal.async.AsyncDriver;
import dev.reprise.internal.async.AsyncOperation;
import dev.reprise.internal.async.CallFuture;
import dev.reprise.internal.async.StackDepth;
import dev.reprise.internal.blocking.BlockingCall;
import dev.reprise.internal.call.AttemptInfo;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.Ending;
import dev.reprise.internal.call.FirstAttempt;
import dev.reprise.internal.call.RetriedCall;
import dev.reprise.internal.call.RunningAttempt;
import dev.reprise.internal.context.ContextCapture;
import dev.reprise.internal.log.QuietLog;
import dev.reprise.report.RetryReport;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Drives a call that may have several attempts in flight, and is the future that its caller holds.
 *
 * <p>All that happens to the call (answers, timers, the caller's cancel, a shutdown) goes through a
 * mailbox, so one thing is dealt with at a time and no lock is held around anybody's code. An
 * attempt is claimed by its answer or by what calls it off, whichever is first.
 *
 * @param <T> type of the operation's result
 * @param <R> type of the future's value: {@code T}, or a {@code RetryResult} of it
 */
public final class HedgedCall<T extends @Nullable Object, R extends @Nullable Object>
    extends CallFuture<R> implements AsyncDriver<T> {

  private final Executor executor;
  private ContextCapture.Captured context;
  private final Mailbox mailbox = new Mailbox(this::broken);
  private final LosingResults leftovers = new LosingResults();
  private @Nullable AsyncOperation<T> operation;
  private final Ending<T, R> ending;
  private final boolean learning;
  private final long startNanos;
  private final long mark = RetryReport.mark();
  private final List<InFlight<T>> out = new ArrayList<>(2);
  private final HedgeTimer timer;
  private boolean blocking;
  private boolean over;
  private boolean refused;
  private @Nullable RetriedCall run;
  private @Nullable AttemptInfo first;
  private @Nullable RunningAttempt firstFlight;
  private @Nullable Outcome<T> last;
  private @Nullable Thread lastOn;
  private @Nullable Runnable firstHop;

  public HedgedCall(
      CallSettings settings,
      AsyncOperation<T> operation,
      Ending<T, R> ending,
      Executor executor,
      ContextCapture.Captured context) {
    super(settings);
    this.executor = executor;
    this.context = context;
    this.operation = operation;
    this.ending = ending;
    learning = settings.policy().readsLatencies();
    startNanos = now();
    timer = new HedgeTimer(this, mailbox);
  }

  /** Makes the first attempt on this thread, or later if the server asked for a pause. */
  public HedgedCall<T, R> start() {
    mailbox.send(this::begin);
    return this;
  }

  /** Makes all attempts on the executor. */
  public HedgedCall<T, R> startOnExecutor() {
    blocking = true;
    mailbox.send(this::begin);
    Runnable hop = firstHop;
    if (hop != null) {
      firstHop = null;
      hop.run();
    }
    return this;
  }

  private void begin() {
    settings.state().callStarted(startNanos);
    long pause = StackDepth.pauseNanos(settings, startNanos, blocking);
    if (pause > 0) {
      timer.set(pause, this::makeFirst, this::refuseFirst, this::beginNow);
    } else if (blocking) {
      firstHop = timer.hop(this::makeFirst, this::refuseFirst);
    } else {
      makeFirst(WorkerHandoff.NONE);
    }
  }

  /** A shutdown ends the pause before the first attempt, not the call. */
  private void beginNow() {
    timer.set(0, this::makeFirst, this::refuseFirst, () -> {});
  }

  private void makeFirst(WorkerHandoff seat) {
    long now = now();
    RunningAttempt flight = RunningAttempt.first(now);
    AttemptInfo attempt = FirstAttempt.info(settings, startNanos, now);
    first = attempt;
    firstFlight = flight;
    make(flight, attempt, seat);
  }

  private void refuseFirst(Throwable rejection) {
    last = Outcome.threw(rejection);
    RetriedCall refusedRun = new RetriedCall(settings, startNanos, mark);
    refusedRun.stop(StopReason.EXECUTOR_REJECTED, now());
    end(refusedRun);
  }

  /**
   * Starts an attempt, whose outcome arrives by mail: a stage right here, a blocking operation on
   * the executor's thread that brought us here. One that the executor refuses has failed.
   */
  private void make(RunningAttempt flight, AttemptInfo attempt, WorkerHandoff seat) {
    AsyncOperation<T> next = operation;
    if (next == null) {
      return;
    }
    AsyncAttempt<T> step = new AsyncAttempt<>(this, context());
    out.add(new InFlight<>(step, flight));
    if (blocking) {
      try {
        seat.take(() -> startUnlessOver(next, step, attempt), executor());
      } catch (Throwable rejection) {
        started(step, Outcome.threw(rejection));
      }
    } else {
      start(next, step, attempt);
    }
    planHedge();
  }

  private void startUnlessOver(AsyncOperation<T> next, AsyncAttempt<T> step, AttemptInfo attempt) {
    if (!step.get()) {
      start(next, step, attempt);
    }
  }

  private void start(AsyncOperation<T> next, AsyncAttempt<T> step, AttemptInfo attempt) {
    Outcome<T> outcome;
    try {
      outcome = next.start(step, attempt);
    } catch (Throwable failure) {
      outcome = Outcome.threw(failure);
    }
    if (outcome != null) {
      started(step, outcome);
    }
  }

  private void started(AsyncAttempt<T> step, Outcome<T> outcome) {
    if (step.claim()) {
      Thread thread = Thread.currentThread();
      mailbox.send(
          () -> {
            lastOn = thread;
            finished(step, outcome);
          });
    } else {
      answeredLate(outcome);
    }
  }

  @Override
  public void answered(AsyncAttempt<T> step, Outcome<T> outcome) {
    mailbox.send(() -> finished(step, outcome));
  }

  /** What a loser holds is closed, unless it is what the call returned. */
  @Override
  public void answeredLate(Outcome<T> outcome) {
    mailbox.send(() -> leftovers.add(outcome.valueOrNull()));
  }

  private void finished(AsyncAttempt<T> step, Outcome<T> outcome) {
    long now = now();
    InFlight<T> attempt = taken(step);
    if (attempt == null) {
      leftovers.add(outcome.valueOrNull());
      return;
    }
    last = outcome;
    leftovers.closeAllBut(outcome.valueOrNull());
    RetriedCall current = run;
    if (current == null) {
      judgeFirst(attempt.flight(), outcome);
      return;
    }
    Decision decided = current.decide(attempt.flight(), outcome, now);
    if (decided instanceof Decision.Accept) {
      learn(attempt.flight(), now);
    }
    if (!(decided instanceof Decision.LeftToOthers)) {
      out.forEach(other -> leaveBehind(current, other, now));
      out.clear();
    } else if (settings.policy().rejectedResults().closed()) {
      leftovers.add(outcome.valueOrNull());
    }
    act(current, current.judged(attempt.flight(), outcome, now, decided));
  }

  private @Nullable InFlight<T> taken(AsyncAttempt<T> step) {
    for (InFlight<T> attempt : out) {
      if (attempt.step() == step) {
        out.remove(attempt);
        return attempt;
      }
    }
    return null;
  }

  /** Nothing has failed and nothing was hedged before. */
  private void judgeFirst(RunningAttempt flight, Outcome<T> outcome) {
    long started = flight.startNanos();
    RetriedCall current =
        FirstAttempt.judge(
            settings, outcome, startNanos, started, mark, begun -> run = begun.withFirst(first));
    if (current == null) {
      learn(flight, tickOr(flight.startNanos()));
      over = true;
      timer.stop();
      finish(outcome, Outcome.returned(accepted((Outcome.Returned<T>) outcome, flight)));
      return;
    }
    act(current, current.decision());
  }

  private R accepted(Outcome.Returned<T> outcome, RunningAttempt flight) {
    return ending.accepted(settings, outcome.value(), startNanos, flight.startNanos());
  }

  @Override
  public ContextCapture.Captured context() {
    return context;
  }

  @Override
  public void forgetContext() {
    context = ContextCapture.Captured.NOTHING;
  }

  @Override
  public Executor bareExecutor() {
    return executor;
  }

  /**
   * Remembers how long the attempt took that was to be hedged. Where the hedge won, it took at
   * least so long; the hedge itself tells nothing, for it began when others had been slow.
   */
  private void learn(RunningAttempt flight, long nowNanos) {
    if (learning) {
      Stream.concat(Stream.of(flight), out.stream().map(InFlight::flight))
          .filter(RunningAttempt::opensRound)
          .forEach(slow -> settings.state().recordAnswer(slow.lengthNanos(nowNanos)));
    }
  }

  private void leaveBehind(RetriedCall current, InFlight<T> attempt, long nowNanos) {
    callOff(attempt);
    current.leaveBehind(attempt.flight(), nowNanos);
  }

  /** One that has answered in the same moment has its answer in the mail, and closed there. */
  private void callOff(InFlight<T> attempt) {
    if (attempt.step().claim()) {
      attempt.step().release();
    }
  }

  private void act(RetriedCall current, @Nullable Decision decision) {
    if (decision instanceof Decision.LeftToOthers) {
      planHedge();
    } else if (decision instanceof Decision.RetryAfter again) {
      timer.set(
          again.delayNanos(),
          seat -> retryNow(current, seat),
          rejection -> refuse(current, rejection),
          () -> shutDown(current));
    } else {
      end(current);
    }
  }

  private void retryNow(RetriedCall current, WorkerHandoff seat) {
    long now = now();
    if (!current.startNext(now)) {
      end(current);
      return;
    }
    refused = false;
    make(current.latest(), current.attempt(now), seat);
  }

  private void refuse(RetriedCall current, Throwable rejection) {
    current.rejected(rejection, now());
    end(current);
  }

  private void shutDown(RetriedCall current) {
    current.stop(StopReason.SHUT_DOWN, now());
    end(current);
  }

  /** Asks when the next hedge is due, and sets the timer; an answer in the mail goes first. */
  private void planHedge() {
    OptionalLong due = nextHedge();
    if (due.isEmpty()) {
      timer.stop();
    } else {
      timer.set(due.getAsLong(), this::hedgeDue, rejection -> {}, () -> {});
    }
  }

  private OptionalLong nextHedge() {
    boolean none = over || refused || out.isEmpty() || settings.shared().waits().isShutDown();
    return none || out.stream().anyMatch(attempt -> attempt.step().get())
        ? OptionalLong.empty()
        : settings.policy().nextHedge(progress(), settings.state().view(), now());
  }

  private void hedgeDue(WorkerHandoff seat) {
    OptionalLong due = nextHedge();
    if (due.isEmpty() || due.getAsLong() > 0) {
      planHedge();
      return;
    }
    RetriedCall current = underway();
    long now = now();
    if (current.startHedge(now)) {
      make(current.latest(), current.attempt(now), seat);
    } else {
      refused = true;
    }
  }

  private Progress progress() {
    RetriedCall current = run;
    RunningAttempt begun = firstFlight;
    if (current != null) {
      return current.progress();
    }
    long began = begun == null ? startNanos : begun.startNanos();
    return Progress.startingAt(startNanos).attemptStarted(began, mark);
  }

  private RetriedCall underway() {
    RetriedCall current = run;
    if (current == null) {
      RunningAttempt flight = firstFlight;
      current =
          flight == null
              ? new RetriedCall(settings, startNanos, mark)
              : RetriedCall.underway(settings, startNanos, flight, mark).withFirst(first);
      run = current;
    }
    return current;
  }

  private void end(RetriedCall ended) {
    over = true;
    timer.stop();
    Outcome<T> outcome = last == null ? cancelled() : last;
    if (blocking && lastOn == Thread.currentThread()) {
      BlockingCall.restoreFlag(ended, outcome);
    }
    finish(outcome, ending.ended(ended, outcome));
  }

  private void finish(Outcome<T> outcome, Outcome<R> answer) {
    ContextCapture.Captured around = context();
    forget();
    completeWith(answer, around);
    leftovers.end(outcome.valueOrNull());
  }

  /** Whoever keeps the future keeps its value, and nothing else of the call. */
  private void forget() {
    operation = null;
    first = null;
    firstFlight = null;
    run = null;
    last = null;
    lastOn = null;
    forgetContext();
  }

  /**
   * Ends a call after something has thrown that belongs to none of its attempts: it might wait for
   * the event that is lost for ever. What is thrown is the latest failure if there is one, with the
   * bug suppressed in it, else the bug.
   */
  private void broken(Throwable bug) {
    if (over) {
      completeIfOpen(bug);
      return;
    }
    over = true;
    timer.stop();
    Outcome<T> outcome = last instanceof Outcome.Threw ? last : Outcome.threw(bug);
    Outcome<R> answer = Outcome.threw(bug);
    try {
      answer = outcomeOfBroken(outcome, bug);
    } catch (Throwable worse) {
      QuietLog.error("Internal error while a call was ended by another one", worse);
    }
    try {
      finish(outcome, answer);
    } finally {
      completeIfOpen(bug);
    }
  }

  private Outcome<R> outcomeOfBroken(Outcome<T> outcome, Throwable bug) {
    List<InFlight<T>> left = List.copyOf(out);
    out.clear();
    left.forEach(this::callOff);
    RetriedCall current = underway();
    long now = tickOr(startNanos);
    for (int i = 0; i < left.size() - 1; i++) {
      current.leaveBehind(left.get(i).flight(), now);
    }
    current.broken(left.isEmpty() ? null : left.get(left.size() - 1).flight(), bug, now);
    return ending.ended(current, outcome);
  }

  /** The caller's thread does not wait any more, for a reason that its sleeper gave. */
  public void stopWaiting(StopReason why) {
    mailbox.send(() -> stop(why, this::end));
  }

  /** The sleeper of the caller's thread threw. */
  public void waitFailed(Throwable bug) {
    mailbox.send(() -> broken(bug));
  }

  @Override
  public void endedByCaller() {
    mailbox.send(() -> stop(StopReason.CANCELLED, this::leave));
  }

  /** Ends a call whose future its caller completes. */
  private void leave(RetriedCall stopped) {
    over = true;
    timer.stop();
    Outcome<T> outcome = last == null ? cancelled() : last;
    try {
      Outcome<R> unused = ending.ended(stopped, outcome);
    } catch (Throwable bug) {
      QuietLog.error("Internal error while a call was cancelled", bug);
    }
    stopped.closeRejected();
    forget();
    leftovers.end(outcome.valueOrNull());
  }

  /** Calls off all that is in flight, then ends the call in a way; nothing if it is over. */
  private void stop(StopReason why, Consumer<RetriedCall> then) {
    if (over) {
      return;
    }
    long now = tickOr(startNanos);
    RetriedCall current = underway();
    out.forEach(this::callOff);
    InFlight<T> latest = out.isEmpty() ? null : out.remove(out.size() - 1);
    out.forEach(other -> current.leaveBehind(other.flight(), now));
    out.clear();
    current.calledOff(latest == null ? null : latest.flight(), why, now);
    if (latest != null && last instanceof Outcome.Returned) {
      last = null;
    }
    then.accept(current);
  }
}
