package dev.reprise.batch.internal.push;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * Runs the code of users that depends on the progress of a run, on an executor and never on the
 * thread that coordinates the run. Each task runs separately: one that blocks does not delay the
 * others, as long as the executor has threads.
 */
public final class Completions {

  private final Executor executor;
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  public Completions(Executor executor) {
    this.executor = executor;
  }

  /** Runs a task; on a thread of its own, if the executor rejects it. */
  public void run(Runnable task) {
    Runnable known = () -> runKnown(task);
    try {
      executor.execute(known);
    } catch (RuntimeException | Error rejection) {
      Thread thread = new Thread(known, "reprise-batch-completion");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void runKnown(Runnable task) {
    Thread thread = Thread.currentThread();
    boolean outermost = threads.add(thread);
    try {
      task.run();
    } finally {
      if (outermost) {
        threads.remove(thread);
      }
    }
  }

  /** Returns whether this thread is running such a task. */
  public boolean isRunningHere() {
    return threads.contains(Thread.currentThread());
  }
}
