package dev.reprise.internal.async;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Work that must run on another thread, even if the executor would run it on the submitting thread.
 */
public final class OffThreadTask implements Runnable {

  private final Runnable work;
  private @Nullable Thread giving;
  private boolean cameBack;

  public OffThreadTask(Runnable work) {
    this.work = work;
  }

  /**
   * Gives the work to an executor; to the other one if the first runs it on this thread.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the executor does not take it
   */
  public void to(Executor executor, Executor other) {
    giving = Thread.currentThread();
    try {
      executor.execute(this);
    } finally {
      giving = null;
    }
    if (cameBack) {
      other.execute(work);
    }
  }

  @Override
  public void run() {
    if (giving == Thread.currentThread()) {
      cameBack = true;
    } else {
      work.run();
    }
  }
}
