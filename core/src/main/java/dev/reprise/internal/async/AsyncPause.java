package dev.reprise.internal.async;

import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.context.CallContext;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.WaitSource;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.ShutdownSignal;
import dev.reprise.internal.call.Sneaky;
import dev.reprise.internal.timer.TimedTask;
import dev.reprise.internal.timer.Timer;
import dev.reprise.time.Delayer;
import org.jspecify.annotations.Nullable;

/**
 * The wait before an attempt, then the submission to the executor: both the current step of the
 * call and the task of the timer.
 */
public class AsyncPause<T extends @Nullable Object> extends TimedTask
    implements Runnable, ShutdownSignal.Pause {

  /** Null once the pause was cancelled: the timer may keep it a little longer. */
  private @Nullable AsyncCall<T, ?> call;

  public AsyncPause(AsyncCall<T, ?> call) {
    this.call = call;
  }

  /** Waits. */
  public final void begin(long delayNanos) {
    AsyncCall<T, ?> waiting = call;
    if (waiting == null) {
      return;
    }
    ExternalTimerWait externalWait = externalWaitOf(waiting.settings);
    if (externalWait != null) {
      waiting.waitBy(externalWait);
    }
    if (!waiting.install(this)) {
      return;
    }
    Throwable rejection = schedule(externalWait, delayNanos);
    if (rejection != null) {
      throwIfClaimedHere(waiting, rejection);
      refuse(rejection);
    } else if (waiting.settings.shared().waits().isShutDown()) {
      shutDown();
    }
  }

  private @Nullable ExternalTimerWait externalWaitOf(CallSettings settings) {
    Delayer delayer = settings.delayer();
    return delayer == Delayer.system()
        ? null
        : new ExternalTimerWait(this::handOver, this::wake, settings.shared().waits(), delayer);
  }

  /** Returns null if the timer has accepted it; else the exception of the timer. */
  private @Nullable Throwable schedule(@Nullable ExternalTimerWait externalWait, long delayNanos) {
    try {
      if (externalWait == null) {
        Timer.shared().schedule(this, delayNanos);
      } else {
        externalWait.begin(delayNanos);
      }
      return null;
    } catch (Throwable rejection) {
      return rejection;
    }
  }

  /**
   * The task ran on this thread, and even its end overflowed the stack: an outer frame of this
   * thread must end the call.
   */
  private static void throwIfClaimedHere(AsyncCall<?, ?> waiting, Throwable outOfStack) {
    if (waiting.isAt(Thread.currentThread())) {
      throw Sneaky.throwing(outOfStack);
    }
  }

  /** Cancels its timer. Only for the thread that has claimed it. */
  public final void takeBack(@Nullable ExternalTimerWait externalWait) {
    cancel();
    if (externalWait != null) {
      externalWait.cancel();
    }
  }

  @Override
  protected final void cancelled() {
    call = null;
    forget();
  }

  @Override
  public final boolean isAmong(ShutdownSignal waits) {
    AsyncCall<T, ?> waiting = call;
    return waiting != null && waiting.settings.shared().waits() == waits;
  }

  @Override
  protected final void timeIsUp() {
    AsyncCall<T, ?> waiting = call;
    if (waiting != null && waiting.isAt(this)) {
      waiting.leaveTimer(this::handOver);
    }
  }

  /** Submits the call to its executor; to another one if the call ends here. */
  public final void handOver() {
    AsyncCall<T, ?> waiting = call;
    if (waiting == null || !waiting.isAt(this)) {
      return;
    }
    if (endsByShutdown() && waiting.settings.shared().waits().isShutDown()) {
      waiting.runOffExecutor(this::shutDown);
      return;
    }
    try {
      waiting.handOver(this);
    } catch (Throwable rejection) {
      throwIfClaimedHere(waiting, rejection);
      waiting.runOffTimer(() -> refuse(rejection));
    }
  }

  /** On the executor. */
  @Override
  public final void run() {
    AsyncCall<T, ?> claimed = claim();
    if (claimed != null) {
      goOn(claimed);
    }
  }

  /** Ends the call because the timer or the executor rejects it. */
  public final void refuse(Throwable rejection) {
    AsyncCall<T, ?> claimed = claim();
    if (claimed != null) {
      refused(claimed, rejection);
    }
  }

  /** Returns whether a shutdown ends the call with the pause. */
  public boolean endsByShutdown() {
    return true;
  }

  /**
   * For a shutdown: ends the wait on another thread, where dependent stages of the call may run.
   */
  public final void wake() {
    AsyncCall<T, ?> waiting = call;
    if (waiting != null) {
      waiting.runOffExecutor(this::shutDown);
    }
  }

  /** Ends the wait on this thread, without an executor of the caller. */
  public void shutDown() {
    AsyncCall<T, ?> waiting = call;
    if (waiting == null) {
      return;
    }
    try (CallContext.Scope scope = waiting.context().open()) {
      AsyncCall<T, ?> claimed = claim();
      if (claimed != null) {
        claimed.shutDown();
      }
    }
  }

  private @Nullable AsyncCall<T, ?> claim() {
    AsyncCall<T, ?> waiting = call;
    if (waiting == null || !waiting.claim(this)) {
      return null;
    }
    try {
      takeUp(waiting);
      takeBack(waiting.externalWait());
      return waiting;
    } catch (Throwable bug) {
      waiting.broken(bug);
      return null;
    }
  }

  /**
   * Returns to the call the values that this pause has kept. Only for the thread that has claimed
   * it.
   */
  public void takeUp(AsyncCall<T, ?> claimed) {}

  /** Returns the permit to the call. */
  public final void takeUp() {
    AsyncCall<T, ?> claimed = call;
    if (claimed != null) {
      takeUp(claimed);
    }
  }

  public void goOn(AsyncCall<T, ?> claimed) {
    claimed.goOn();
  }

  public void refused(AsyncCall<T, ?> claimed, Throwable rejection) {
    claimed.refused(rejection);
  }

  /** Releases the stored values. */
  public void forget() {}

  /** The pause before the first attempt. A shutdown ends it, and not the call. */
  public static final class First<T extends @Nullable Object> extends AsyncPause<T> {

    public First(AsyncCall<T, ?> call) {
      super(call);
    }

    /** Goes to the executor without a wait. */
    public void hop(AsyncCall<T, ?> waiting) {
      if (!waiting.install(this)) {
        return;
      }
      try {
        waiting.executor().execute(this);
      } catch (Throwable rejection) {
        refuse(rejection);
      }
    }

    @Override
    public void goOn(AsyncCall<T, ?> claimed) {
      claimed.beginLate();
    }

    @Override
    public void refused(AsyncCall<T, ?> claimed, Throwable rejection) {
      claimed.refusedAtFirst(rejection);
    }

    @Override
    public boolean endsByShutdown() {
      return false;
    }

    @Override
    public void shutDown() {
      timeIsUp();
    }
  }

  /**
   * The pause after a first attempt that no listener is notified of. It keeps only the data from
   * which the run of the call can be created when it is needed.
   */
  public static final class Brief<T extends @Nullable Object> extends AsyncPause<T> {

    private @Nullable Object failureOrOutcome;
    private final Verdict verdict;
    private final WaitSource source;
    private final long delayNanos;
    private final long endedNanos;

    public Brief(
        AsyncCall<T, ?> call, Outcome<T> outcome, Decision.RetryAfter decision, long endedNanos) {
      super(call);
      Throwable failure = outcome.failureOrNull();
      failureOrOutcome = failure == null ? outcome : failure;
      verdict = decision.verdict();
      source = decision.source();
      delayNanos = decision.delayNanos();
      this.endedNanos = endedNanos;
    }

    /** Price of the permit that is held during the wait. */
    int price() {
      return verdict.price();
    }

    @Override
    @SuppressWarnings("unchecked")
    public void takeUp(AsyncCall<T, ?> claimed) {
      Outcome<T> outcome =
          failureOrOutcome instanceof Throwable failure
              ? Outcome.threw(failure)
              : (Outcome<T>) failureOrOutcome;
      if (outcome == null) {
        return;
      }
      Throwable failure = outcome.failureOrNull();
      Progress once = claimed.firstProgress(endedNanos);
      once = claimed.settings.policy().countFailure(once, verdict, failure);
      claimed.takeUp(outcome, new Decision.RetryAfter(verdict, delayNanos, source, once));
    }

    @Override
    public void forget() {
      failureOrOutcome = null;
    }
  }
}
