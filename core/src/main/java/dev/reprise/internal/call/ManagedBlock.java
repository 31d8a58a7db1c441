package dev.reprise.internal.call;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;

/**
 * An action that may block its thread for a long time. If the thread belongs to a {@link
 * ForkJoinPool}, the pool may start another one meanwhile: on two processors the common pool has
 * only one thread, which the awaited work may need.
 */
public final class ManagedBlock implements ForkJoinPool.ManagedBlocker {

  /** The blocking action. */
  public interface Blocking {

    void run() throws InterruptedException;
  }

  private final Blocking blocking;
  private boolean begun;
  private boolean done;

  private ManagedBlock(Blocking blocking) {
    this.blocking = blocking;
  }

  /**
   * Executes the blocking operation once, on this thread.
   *
   * @throws InterruptedException if the operation throws it
   */
  public static void run(Blocking blocking) throws InterruptedException {
    ManagedBlock block = new ManagedBlock(blocking);
    try {
      ForkJoinPool.managedBlock(block);
    } catch (RejectedExecutionException noMoreThreads) {
      if (block.begun) {
        throw noMoreThreads;
      }
      blocking.run();
    }
  }

  @Override
  public boolean block() throws InterruptedException {
    begun = true;
    try {
      blocking.run();
    } finally {
      done = true;
    }
    return true;
  }

  @Override
  public boolean isReleasable() {
    return done;
  }
}
