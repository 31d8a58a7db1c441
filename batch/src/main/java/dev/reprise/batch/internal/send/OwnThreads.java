package dev.reprise.batch.internal.send;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Daemon threads of a run. */
public final class OwnThreads {

  private static final long IDLE_SECONDS = 1;

  private OwnThreads() {}

  /** Returns an executor with at most this many threads of this name, which end when idle. */
  public static ExecutorService of(String name, int threads) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            named(name));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** Returns a factory of daemon threads of this name. */
  public static ThreadFactory named(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /**
   * Runs a task that must not be lost on an executor; if the executor rejects it, on a thread of
   * its own; if none can be started, on this thread.
   *
   * @param task runs once, although it may be started several times
   */
  public static void runOn(Executor executor, ThreadFactory threads, Runnable task) {
    try {
      executor.execute(task);
    } catch (Throwable rejection) {
      runOnNewThread(threads, task);
    }
  }

  private static void runOnNewThread(ThreadFactory threads, Runnable task) {
    try {
      threads.newThread(task).start();
    } catch (Throwable noMoreThreads) {
      task.run();
    }
  }
}
