package dev.reprise.batch.internal.push;

import dev.reprise.batch.internal.send.OwnThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs the code of users that depends on the progress of a run, on an executor and not on the
 * thread that coordinates the run, unless no other thread can be started. Each task runs
 * separately: one that blocks does not delay the others, as long as the executor has threads.
 */
public final class Completions {

  private static final ThreadFactory THREADS = OwnThreads.named("reprise-batch-completion");

  private final Executor executor;
  private final MarkedThreads threads = new MarkedThreads();

  public Completions(Executor executor) {
    this.executor = executor;
  }

  /** Runs a task once, even if the executor runs it twice or rejects it. */
  public void run(Runnable task) {
    OwnThreads.runOn(executor, THREADS, new Once(task));
  }

  /** Returns whether this thread is running such a task. */
  public boolean isRunningHere() {
    return threads.isHere();
  }

  /** Runs a task the first time that it is run, and knows its thread meanwhile. */
  private final class Once extends AtomicBoolean implements Runnable {

    private static final long serialVersionUID = 1;

    private final transient Runnable task;

    Once(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      if (!compareAndSet(false, true)) {
        return;
      }
      boolean outermost = threads.mark();
      try {
        task.run();
      } finally {
        if (outermost) {
          threads.unmark();
        }
      }
    }
  }
}
