package dev.reprise.internal.async;

import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.Outcome;
import dev.reprise.internal.call.AttemptInfo;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.Ending;
import dev.reprise.internal.call.RetrySettings;
import dev.reprise.internal.context.ContextCapture;
import dev.reprise.policy.RetryPolicy;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous call whose one attempt is started by one actor, as by a thread of its executor,
 * and ended by another. A dependent stage checks whether the attempt is running: it could wait for
 * a lock that the attempt holds.
 */
final class StartingCall implements AsyncOperation<String> {

  private static final int SPINS = 100;

  private final RetryBudget budget = RetryBudget.inFlight(100, 2);
  private final CallSettings settings =
      new CallSettings(new RetrySettings(RetryPolicy.defaults(), budget));
  private final GeneralAsyncCall<String, String> call;
  private volatile boolean runs;
  private volatile boolean cancelled;
  private volatile boolean checked;
  private volatile boolean heldUp;
  private @Nullable Runnable hop;

  StartingCall() {
    call =
        new GeneralAsyncCall<>(
            settings,
            this,
            AsyncCallKind.on(Ending.toValue()),
            task -> hop = task,
            ContextCapture.Captured.NOTHING);
    CompletableFuture<?> unused = call.start().handle((value, failure) -> checkAttempt());
  }

  /** Starts the attempt, as the executor does. */
  void startAttempt() {
    hop.run();
  }

  boolean complete(String value) {
    return call.complete(value);
  }

  /** Starts an attempt that runs until it is cancelled. */
  @Override
  public @Nullable Outcome<String> start(AsyncAttempt<String> step, AttemptInfo attempt) {
    step.undoBy(() -> cancelled = true);
    runs = !step.get();
    return null;
  }

  /** Runs when the future completes; waits briefly for an attempt that is about to start. */
  private boolean checkAttempt() {
    for (int spins = 0; spins < SPINS && !runs; spins++) {
      Thread.onSpinWait();
    }
    heldUp = runs && !cancelled;
    checked = true;
    return heldUp;
  }

  /** The observation of the dependent stage. */
  String observed() {
    if (!checked) {
      return "nothing";
    }
    return heldUp ? "held up" : cancelled ? "cancelled" : "not started";
  }

  /**
   * Returns whether the attempt is over, and budget and state have the same values as before the
   * call.
   */
  boolean isSettled() {
    return (!runs || cancelled) && budget.isFull(0) && settings.state().view().retrying() == 0;
  }
}
