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
 * An asynchronous call whose one attempt an actor starts, as a thread of its executor would, and
 * another actor ends. A dependent looks at the attempt: it may wait for what that holds.
 */
final class StartingCall implements AsyncOperation<String> {

  private static final int SPINS = 100;

  private final RetryBudget budget = RetryBudget.inFlight(100, 2);
  private final CallSettings settings =
      new CallSettings(new RetrySettings(RetryPolicy.defaults(), budget));
  private final GeneralAsyncCall<String, String> call;
  private volatile boolean runs;
  private volatile boolean calledOff;
  private volatile boolean heard;
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
    CompletableFuture<?> unused = call.start().handle((value, failure) -> hear());
  }

  /** On the executor. */
  void startAttempt() {
    hop.run();
  }

  boolean complete(String value) {
    return call.complete(value);
  }

  /** As an attempt that blocks until it is called off. */
  @Override
  public @Nullable Outcome<String> start(AsyncAttempt<String> step, AttemptInfo attempt) {
    step.undoBy(() -> calledOff = true);
    runs = !step.get();
    return null;
  }

  /** Runs as the future completes; gives an attempt that is just starting a moment. */
  private boolean hear() {
    for (int spins = 0; spins < SPINS && !runs; spins++) {
      Thread.onSpinWait();
    }
    heldUp = runs && !calledOff;
    heard = true;
    return heldUp;
  }

  /** What the dependent found, in a word. */
  String seen() {
    if (!heard) {
      return "nothing";
    }
    return heldUp ? "held up" : calledOff ? "called off" : "not started";
  }

  /** Whether the attempt is over and the books are as they were before the call. */
  boolean isSettled() {
    return (!runs || calledOff) && budget.isFull(0) && settings.state().view().retrying() == 0;
  }
}
