package dev.reprise.internal.hedged;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.internal.async.AsyncAttempt;
import dev.reprise.internal.async.AsyncDriver;
import dev.reprise.internal.async.AsyncOperation;
import dev.reprise.internal.async.CallFuture;
import dev.reprise.internal.async.StackDepth;
import dev.reprise.internal.blocking.BlockingCall;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.Ending;
import dev.reprise.internal.call.RetriedCall;
import dev.reprise.internal.context.ContextCapture;
import dev.reprise.internal.driver.CallDriver;
import dev.reprise.internal.driver.DrivenAttempt;
import dev.reprise.internal.log.QuietLog;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A call that may have several attempts in flight, and the future that its caller holds. Its {@link
 * CallDriver} decides what to do next and when.
 *
 * <p>All events of the call (results, timers, the caller's cancel, a shutdown) go through a
 * mailbox, so one event is handled at a time and no lock is held while user code runs. An attempt
 * is claimed by its result or by its cancel, whichever is first.
 *
 * @param <T> type of the operation's result
 * @param <R> type of the future's value: {@code T}, or a {@code RetryResult} of it
 */
public final class HedgedCall<T extends @Nullable Object, R extends @Nullable Object>
    extends CallFuture<R> implements AsyncDriver<T> {

  private final Executor executor;
  private ContextCapture.Captured context;
  private final Mailbox mailbox = new Mailbox(this::broken);
  private @Nullable AsyncOperation<T> operation;
  private final Ending<T, R> ending;
  private final CallDriver<T> driver;
  private final List<InFlight<T>> out = new ArrayList<>(2);
  private final HedgeTimer timer;
  private boolean blocking;
  private boolean awaited;
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
    driver = new CallDriver<>(settings, this::callOff);
    timer = new HedgeTimer(this, mailbox);
  }

  /** Makes the first attempt on this thread, or later if the server asked for a pause. */
  public HedgedCall<T, R> start() {
    mailbox.send(this::begin);
    return this;
  }

  /**
   * Makes all attempts on the executor, while the caller waits. A dependent is never added, so such
   * calls do not nest.
   */
  HedgedCall<T, R> startAwaited() {
    awaited = true;
    return startOnExecutor();
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
    settings.state().callStarted(driver.startNanos());
    long pause = StackDepth.pauseNanos(settings, driver.startNanos(), blocking && !awaited);
    if (pause > 0) {
      timer.set(pause, this::makeFirst, this::refuse, this::beginNow);
    } else if (blocking) {
      firstHop = timer.hop(this::makeFirst, this::refuse);
    } else {
      makeFirst(WorkerHandoff.NONE);
    }
  }

  /** A shutdown ends the pause before the first attempt, not the call. */
  private void beginNow() {
    timer.set(0, this::makeFirst, this::refuse, () -> {});
  }

  private void makeFirst(WorkerHandoff handoff) {
    make(driver.beginFirst(), handoff);
  }

  /** The timer or the executor rejects the next attempt. */
  private void refuse(Throwable rejection) {
    driver.rejected(rejection);
    end();
  }

  /**
   * Starts an attempt, whose outcome arrives as a message: a stage on this thread, a blocking
   * operation on the executor's thread that runs this method. An attempt that the executor rejects
   * has failed.
   */
  private void make(DrivenAttempt flight, WorkerHandoff handoff) {
    AsyncOperation<T> next = operation;
    if (next == null) {
      return;
    }
    AsyncAttempt<T> step = new AsyncAttempt<>(this, context());
    out.add(new InFlight<>(step, flight));
    if (blocking) {
      try {
        handoff.take(() -> startUnlessOver(next, step, flight), executor());
      } catch (Throwable rejection) {
        started(step, Outcome.threw(rejection));
      }
    } else {
      start(next, step, flight);
    }
    planHedge();
  }

  private void startUnlessOver(AsyncOperation<T> next, AsyncAttempt<T> step, DrivenAttempt flight) {
    if (!step.get()) {
      start(next, step, flight);
    }
  }

  private void start(AsyncOperation<T> next, AsyncAttempt<T> step, DrivenAttempt flight) {
    Outcome<T> outcome;
    try {
      outcome = next.start(step, flight.seen());
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

  /** Closes the result of a losing attempt, unless the call returned it. */
  @Override
  public void answeredLate(Outcome<T> outcome) {
    mailbox.send(() -> driver.answeredLate(outcome.valueOrNull()));
  }

  private void finished(AsyncAttempt<T> step, Outcome<T> outcome) {
    InFlight<T> attempt = taken(one -> one.step() == step);
    if (attempt == null) {
      driver.answeredLate(outcome.valueOrNull());
      return;
    }
    Decision decision = driver.finished(attempt.flight(), outcome);
    if (decision instanceof Decision.DeferredToInFlight) {
      ending.goesOn();
      planHedge();
    } else if (decision instanceof Decision.RetryAfter again) {
      ending.goesOn();
      timer.set(again.delayNanos(), this::retryNow, this::refuse, this::shutDown);
    } else if (driver.endedAtOnce()) {
      over();
      finish(outcome, Outcome.returned(accepted(outcome, attempt.flight())));
    } else {
      end();
    }
  }

  private @Nullable InFlight<T> taken(Predicate<InFlight<T>> which) {
    for (InFlight<T> attempt : out) {
      if (which.test(attempt)) {
        out.remove(attempt);
        return attempt;
      }
    }
    return null;
  }

  private R accepted(Outcome<T> outcome, DrivenAttempt flight) {
    T value = ((Outcome.Returned<T>) outcome).value();
    return ending.accepted(settings, value, driver.startNanos(), flight.running().startNanos());
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
   * If an attempt completes at the same moment, its result is queued as a message and closed when
   * that message is handled.
   */
  private void callOff(DrivenAttempt flight) {
    InFlight<T> attempt = taken(one -> one.flight() == flight);
    if (attempt != null && attempt.step().claim()) {
      attempt.step().release();
    }
  }

  private void retryNow(WorkerHandoff handoff) {
    DrivenAttempt flight = driver.beginRetry();
    if (flight == null) {
      end();
    } else {
      make(flight, handoff);
    }
  }

  private void shutDown() {
    RetriedCall unused = driver.stop(StopReason.SHUT_DOWN);
    end();
  }

  /**
   * Computes when the next hedge is due, and sets the timer. A queued result is handled before the
   * hedge.
   */
  private void planHedge() {
    OptionalLong due = nextHedge();
    if (due.isEmpty()) {
      timer.stop();
    } else {
      timer.set(due.getAsLong(), this::hedgeDue, rejection -> {}, () -> {});
    }
  }

  private OptionalLong nextHedge() {
    return out.stream().anyMatch(attempt -> attempt.step().get())
        ? OptionalLong.empty()
        : driver.nextHedge();
  }

  private void hedgeDue(WorkerHandoff handoff) {
    OptionalLong due = nextHedge();
    if (due.isEmpty() || due.getAsLong() > 0) {
      planHedge();
      return;
    }
    DrivenAttempt flight = driver.beginHedge();
    if (flight != null) {
      make(flight, handoff);
    }
  }

  private void over() {
    driver.markOver();
    timer.stop();
  }

  private void end() {
    over();
    RetriedCall ended = driver.underway();
    Outcome<T> outcome = driver.lastOrCancelled();
    if (blocking && lastOn == Thread.currentThread()) {
      BlockingCall.restoreFlag(ended.stopReason(), outcome);
    }
    finish(outcome, ending.ended(ended, outcome));
  }

  private void finish(Outcome<T> outcome, Outcome<R> answer) {
    ContextCapture.Captured around = context();
    forget();
    completeWith(answer, around);
    driver.closeAllBut(outcome.valueOrNull());
  }

  /** Releases everything of the call except the value, for callers that keep the future. */
  private void forget() {
    operation = null;
    lastOn = null;
    driver.forget();
    forgetContext();
  }

  /**
   * Ends a call after an exception that no attempt threw, because it could otherwise wait forever
   * for a lost event. The call throws the latest failure if there is one, with the bug as
   * suppressed, else the bug.
   */
  private void broken(Throwable bug) {
    if (driver.isOver()) {
      completeIfOpen(bug);
      return;
    }
    over();
    Outcome<T> outcome = Outcome.threw(bug);
    Outcome<R> answer = Outcome.threw(bug);
    try {
      outcome = driver.broken(bug);
      answer = ending.ended(driver.underway(), outcome);
    } catch (Throwable worse) {
      QuietLog.error("Internal error while a call was ended by another one", worse);
    }
    try {
      finish(outcome, answer);
    } finally {
      completeIfOpen(bug);
    }
  }

  /** The caller's thread no longer waits, because its sleeper ended the wait. */
  public void stopWaiting(StopReason why) {
    mailbox.send(() -> stop(why, stopped -> end()));
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
    over();
    Outcome<T> outcome = driver.lastOrCancelled();
    try {
      Outcome<R> unused = ending.ended(stopped, outcome);
    } catch (Throwable bug) {
      QuietLog.error("Internal error while a call was cancelled", bug);
    }
    stopped.closeRejected();
    forget();
    driver.closeAllBut(outcome.valueOrNull());
  }

  /** Cancels all attempts in flight, then ends the call; no effect if it is over. */
  private void stop(StopReason why, Consumer<RetriedCall> then) {
    if (!driver.isOver()) {
      then.accept(driver.stop(why));
    }
  }
}
