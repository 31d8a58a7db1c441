package dev.reprise.internal.hedged;

import dev.reprise.decision.StopReason;
import dev.reprise.internal.call.BlockingWait;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.Sneaky;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A blocking call whose attempts run on an executor, while its caller waits for the first answer.
 */
public final class HedgedWait {

  private static final long LEAST_SLEEP_NANOS = Duration.ofMillis(10).toNanos();

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

  /** Begins a call and waits for its answer. */
  public <R extends @Nullable Object> R answerOf(HedgedCall<?, R> begun) {
    HedgedCall<?, R> call = begun.startOnExecutor();
    awaitEnd(call);
    Throwable failure = call.handle((value, thrown) -> thrown).join();
    if (failure != null) {
      throw Sneaky.throwing(failure);
    }
    return call.join();
  }

  /**
   * Waits until the call is over, or the sleeper says that nobody waits any more: then the call is
   * told to end. Looks now and then by itself, for a sleeper that waits for a lock before it parks
   * loses the wake-up: the wait is then twice as long at most.
   */
  private void awaitEnd(HedgedCall<?, ?> call) {
    Thread waiter = Thread.currentThread();
    CompletableFuture<?> unused = call.whenComplete((value, failure) -> LockSupport.unpark(waiter));
    try {
      ManagedBlock.run(() -> sleepUntilDone(call));
    } catch (InterruptedException interrupt) {
      call.stopWaiting(StopReason.INTERRUPTED);
      waiter.interrupt();
    } catch (CancellationException calledOff) {
      call.stopWaiting(StopReason.CANCELLED);
    } catch (Throwable bug) {
      call.waitFailed(bug);
    }
  }

  private void sleepUntilDone(CompletableFuture<?> call) throws InterruptedException {
    long start = settings.ticks().nanos();
    for (int sleeps = 1; !call.isDone(); sleeps++) {
      long waited = settings.ticks().nanos() - start;
      BlockingWait.sleepOnce(settings, Math.max(LEAST_SLEEP_NANOS, waited), sleeps);
    }
  }
}
