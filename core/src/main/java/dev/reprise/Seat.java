package dev.reprise;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A thread of an executor that waits for work to be found for it, while the finding may fall to
 * another thread: whoever comes too late has the work taken elsewhere.
 */
final class Seat {

  /** Nobody sits there. */
  static final Seat NONE = new Seat();

  /** Known by its identity. */
  @SuppressWarnings("UnnecessaryLambda")
  private static final Runnable GONE = () -> {};

  static {
    NONE.leave();
  }

  private final AtomicReference<Runnable> work = new AtomicReference<>();

  /**
   * Gives work to the thread that waits, or to its executor if it has left. It is done once, also
   * where the executor runs its task twice.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the executor does not take it
   */
  void take(Runnable found, Executor executor) {
    if (!work.compareAndSet(null, found)) {
      Seat next = new Seat();
      next.work.set(found);
      executor.execute(next::leave);
    }
  }

  /** Does the work that was found, on this thread. */
  void leave() {
    Runnable found = work.getAndSet(GONE);
    if (found != null) {
      found.run();
    }
  }
}
