package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.context.CallContext;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.WaitSource;
import dev.reprise.internal.timer.TimedTask;
import dev.reprise.internal.timer.Timer;
import dev.reprise.time.Delayer;
import org.jspecify.annotations.Nullable;

/**
 * The wait before an attempt, then the hop to the executor: at the same time what the call is doing
 * and what the timer keeps.
 */
class AsyncPause<T extends @Nullable Object> extends TimedTask implements Runnable {

  /** Null once the pause was cancelled: the timer may keep it a little longer. */
  private @Nullable AsyncCall<T, ?> call;

  AsyncPause(AsyncCall<T, ?> call) {
    this.call = call;
  }

  /** Waits. */
  final void begin(long delayNanos) {
    AsyncCall<T, ?> waiting = call;
    if (waiting == null) {
      return;
    }
    GuestTimer guest = null;
    Throwable rejection = null;
    try {
      guest = guestOf(waiting.settings);
    } catch (Throwable noTimer) {
      rejection = noTimer;
    }
    if (guest != null) {
      waiting.waitBy(guest);
    }
    if (!waiting.install(this)) {
      return;
    }
    if (rejection == null) {
      rejection = schedule(guest, delayNanos);
    }
    if (rejection != null) {
      throwIfClaimedHere(waiting, rejection);
      refuse(rejection);
    } else if (waiting.settings.shared().waits().isShutDown()) {
      shutDown();
    }
  }

  private @Nullable GuestTimer guestOf(CallSettings settings) {
    Delayer delayer = settings.environment().delayer();
    return delayer == Delayer.system()
        ? null
        : new GuestTimer(this, settings.shared().waits(), delayer);
  }

  /** Null if the timer has taken it; else what the timer threw. */
  private @Nullable Throwable schedule(@Nullable GuestTimer guest, long delayNanos) {
    try {
      if (guest == null) {
        Timer.shared().schedule(this, delayNanos);
      } else {
        guest.begin(delayNanos);
      }
      return null;
    } catch (Throwable rejection) {
      return rejection;
    }
  }

  /**
   * The task was run right here, and not even its end found a stack: the call is this thread's to
   * end, further up.
   */
  private static void throwIfClaimedHere(AsyncCall<?, ?> waiting, Throwable outOfStack) {
    if (waiting.isAt(Thread.currentThread())) {
      throw Sneaky.throwing(outOfStack);
    }
  }

  /** Takes it back from its timer. For who has claimed it. */
  final void takeBack(@Nullable GuestTimer guest) {
    cancel();
    if (guest != null) {
      guest.cancel();
    }
  }

  @Override
  protected final void cancelled() {
    call = null;
    forget();
  }

  /** Whether a shutdown is to end it. */
  final boolean isAmong(Waits waits) {
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

  /** Gives the call to its executor; to another one if it ends here. */
  final void handOver() {
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

  /** Ends the call because timer or executor do not take it. */
  final void refuse(Throwable rejection) {
    AsyncCall<T, ?> claimed = claim();
    if (claimed != null) {
      refused(claimed, rejection);
    }
  }

  /** Whether a shutdown ends the call with the pause. */
  boolean endsByShutdown() {
    return true;
  }

  /** For a shutdown: ends the wait on another thread, where the call's dependents may run. */
  final void wake() {
    AsyncCall<T, ?> waiting = call;
    if (waiting != null) {
      waiting.runOffExecutor(this::shutDown);
    }
  }

  /** Ends the wait on this thread, which needs no executor of the caller's. */
  void shutDown() {
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
      takeBack(waiting.guest());
      return waiting;
    } catch (Throwable bug) {
      waiting.broken(bug);
      return null;
    }
  }

  /** Gives the call back what this has kept for it. For who has claimed it. */
  void takeUp(AsyncCall<T, ?> claimed) {}

  /** Gives it back to the call that it was made for. */
  final void takeUp() {
    AsyncCall<T, ?> claimed = call;
    if (claimed != null) {
      takeUp(claimed);
    }
  }

  void goOn(AsyncCall<T, ?> claimed) {
    claimed.goOn();
  }

  void refused(AsyncCall<T, ?> claimed, Throwable rejection) {
    claimed.refused(rejection);
  }

  /** Drops what this has kept. */
  void forget() {}

  /** The pause before the first attempt. A shutdown ends it, and not the call. */
  static final class First<T extends @Nullable Object> extends AsyncPause<T> {

    First(AsyncCall<T, ?> call) {
      super(call);
    }

    /** Goes to the executor without a wait. */
    void hop(AsyncCall<T, ?> waiting) {
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
    void goOn(AsyncCall<T, ?> claimed) {
      claimed.beginLate();
    }

    @Override
    void refused(AsyncCall<T, ?> claimed, Throwable rejection) {
      claimed.refusedAtFirst(rejection);
    }

    @Override
    boolean endsByShutdown() {
      return false;
    }

    @Override
    void shutDown() {
      timeIsUp();
    }
  }

  /**
   * The pause after a first attempt of which nobody is told: in place of the call's run, the little
   * from which it can be made when it is needed.
   */
  static final class Brief<T extends @Nullable Object> extends AsyncPause<T> {

    private @Nullable Object failureOrOutcome;
    private final Verdict verdict;
    private final WaitSource source;
    private final long delayNanos;
    private final long endedNanos;

    Brief(AsyncCall<T, ?> call, Outcome<T> outcome, Decision.RetryAfter decision, long endedNanos) {
      super(call);
      Throwable failure = outcome.failureOrNull();
      failureOrOutcome = failure == null ? outcome : failure;
      verdict = decision.verdict();
      source = decision.source();
      delayNanos = decision.delayNanos();
      this.endedNanos = endedNanos;
    }

    @Override
    @SuppressWarnings("unchecked")
    void takeUp(AsyncCall<T, ?> claimed) {
      Outcome<T> outcome =
          failureOrOutcome instanceof Throwable failure
              ? Outcome.threw(failure)
              : (Outcome<T>) failureOrOutcome;
      if (outcome == null) {
        return;
      }
      Progress once = claimed.firstProgress(endedNanos);
      claimed.takeUp(outcome, new Decision.RetryAfter(verdict, delayNanos, source, once));
    }

    @Override
    void forget() {
      failureOrOutcome = null;
    }
  }
}
