package dev.reprise.http.client;

import dev.reprise.Retry;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The waits of one blocking call, which can be cancelled from another thread. For integrations of
 * clients whose calls have a method to cancel them. A call that is cancelled while it waits ends at
 * once with its last failure and {@link dev.reprise.decision.StopReason#CANCELLED}.
 *
 * <pre>{@code
 * CancellableWaits waits = new CancellableWaits();
 * int status = waits.of(retry).call(() -> connection.getResponseCode());
 * }</pre>
 *
 * <p>Safe for use by any thread. No method accepts or returns null.
 */
public final class CancellableWaits {

  private volatile boolean cancelled;
  private volatile @Nullable Thread waiting;

  /** Creates waits that are not cancelled. */
  public CancellableWaits() {}

  /**
   * Makes the waits of a call cancellable.
   *
   * @param retry the retry of the call
   * @return a copy for this call, with the same state
   */
  public Retry of(Retry retry) {
    RetryEnvironment environment = retry.environment();
    Sleeper uncancellable = environment.sleeper();
    return retry.withEnvironment(environment.withSleeper(nanos -> sleep(uncancellable, nanos)));
  }

  /**
   * Makes the waits of a call cancellable, and its attempts sequential: for clients whose attempts
   * share one interceptor chain or one connection.
   *
   * @param retry the retry of the call
   * @return a copy for this call, without hedges, with the same state
   */
  public Retry ofSequential(Retry retry) {
    return of(
        retry.policy().hedge().isEmpty()
            ? retry
            : retry.withPolicy(retry.policy().toBuilder().withoutHedge().build()));
  }

  /** Ends the current wait and all later ones. A retry without a wait is not made either. */
  public void cancel() {
    cancelled = true;
    Thread sleeper = waiting;
    if (sleeper != null) {
      LockSupport.unpark(sleeper);
    }
  }

  private void sleep(Sleeper sleeper, long nanos) throws InterruptedException {
    waiting = Thread.currentThread();
    try {
      checkNotCancelled();
      sleeper.sleep(nanos);
      checkNotCancelled();
    } finally {
      waiting = null;
    }
  }

  private void checkNotCancelled() {
    if (cancelled) {
      throw new CancellationException("the call was cancelled");
    }
  }
}
