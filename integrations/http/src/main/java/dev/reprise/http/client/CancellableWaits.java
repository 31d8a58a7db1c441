package dev.reprise.http.client;

import dev.reprise.Retry;
import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import dev.reprise.time.TickSource;
import java.time.InstantSource;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The waits of one blocking call, which its client can cancel from another thread: for clients
 * whose calls have a {@code cancel} of their own. A call that is cancelled while it waits ends at
 * once with its last failure and {@link dev.reprise.decision.StopReason#CANCELLED}. Safe for use by
 * any thread.
 */
public final class CancellableWaits {

  private volatile boolean cancelled;
  private volatile @Nullable Thread waiting;

  /** Creates waits that are not cancelled. */
  public CancellableWaits() {}

  /**
   * Puts the waits of a call under this control.
   *
   * @param retry the retry of the call
   * @return a copy for this one call, sharing the state
   */
  public Retry of(Retry retry) {
    return retry.withEnvironment(new Waiting(retry.environment()));
  }

  /**
   * Puts the waits of a call under this control, and makes its attempts one after another, for
   * clients whose attempts share one interceptor chain or one connection.
   *
   * @param retry the retry of the call
   * @return a copy for this one call, without hedges, sharing the state
   */
  public Retry ofSequential(Retry retry) {
    return of(
        retry.policy().hedge().isEmpty()
            ? retry
            : retry.withPolicy(retry.policy().toBuilder().withoutHedge().build()));
  }

  /**
   * Ends the wait that is under way, and any that begins later; a retry without a wait is not made
   * either.
   */
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

  /** As the environment it stands for, but for how it sleeps. */
  private final class Waiting implements RetryEnvironment {

    private final RetryEnvironment given;
    private final Sleeper sleeper;

    Waiting(RetryEnvironment given) {
      this.given = given;
      Sleeper plain = given.sleeper();
      sleeper = nanos -> sleep(plain, nanos);
    }

    @Override
    public TickSource ticks() {
      return given.ticks();
    }

    @Override
    public Sleeper sleeper() {
      return sleeper;
    }

    @Override
    public Delayer delayer() {
      return given.delayer();
    }

    @Override
    public Executor executor() {
      return given.executor();
    }

    @Override
    public RandomGenerator random() {
      return given.random();
    }

    @Override
    public InstantSource wallClock() {
      return given.wallClock();
    }
  }
}
