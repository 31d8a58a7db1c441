package dev.reprise.internal.hedged;

import dev.reprise.decision.StopReason;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.FutureWait;
import dev.reprise.internal.call.Sneaky;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * A blocking call whose attempts run on an executor, while its caller waits for the first accepted
 * outcome.
 */
public final class HedgedWait {

  private final CallSettings settings;

  public HedgedWait(CallSettings settings) {
    this.settings = settings;
    if (!settings.hasExecutor()) {
      throw new IllegalStateException(
          "hedge needs an executor for the attempts of blocking calls, but "
              + settings.name()
              + " has none: name one by withExecutor(...)");
    }
  }

  /** Begins a call and waits for its result. */
  public <R extends @Nullable Object> R answerOf(HedgedCall<?, R> begun) {
    HedgedCall<?, R> call = begun.startAwaited();
    awaitEnd(call);
    Throwable failure = call.handle((value, thrown) -> thrown).join();
    if (failure != null) {
      throw Sneaky.throwing(failure);
    }
    return call.join();
  }

  /** Waits until the call is over, or the sleeper ends the wait. */
  private void awaitEnd(HedgedCall<?, ?> call) {
    try {
      FutureWait.until(call, settings, Long.MAX_VALUE);
    } catch (InterruptedException interrupt) {
      call.stopWaiting(StopReason.INTERRUPTED);
      Thread.currentThread().interrupt();
    } catch (CancellationException calledOff) {
      call.stopWaiting(StopReason.CANCELLED);
    } catch (Throwable bug) {
      call.waitFailed(bug);
    }
  }
}
