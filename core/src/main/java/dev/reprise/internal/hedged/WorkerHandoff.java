package dev.reprise.internal.hedged;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A thread of an executor that waits for its next work, which another thread may find. If one of
 * them is too late, the work goes to a different thread.
 */
public final class WorkerHandoff {

  /** Nobody sits there. */
  public static final WorkerHandoff NONE = new WorkerHandoff();

  /** Known by its identity. */
  @SuppressWarnings("UnnecessaryLambda")
  private static final Runnable GONE = () -> {};

  static {
    NONE.leave();
  }

  private final AtomicReference<Runnable> work = new AtomicReference<>();

  /**
   * Gives work to the waiting thread, or to its executor if the thread has left. The work runs
   * once, even if the executor runs its task twice.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the executor rejects it
   */
  public void take(Runnable found, Executor executor) {
    // Fails if the thread has left, which sets GONE: then the executor has to supply another one.
    if (!work.compareAndSet(null, found)) {
      WorkerHandoff next = new WorkerHandoff();
      next.work.set(found);
      executor.execute(next::leave);
    }
  }

  /** Does the work that was found, on this thread. */
  public void leave() {
    // Taken once, also by an executor that runs its task twice.
    Runnable found = work.getAndSet(GONE);
    if (found != null) {
      found.run();
    }
  }
}
