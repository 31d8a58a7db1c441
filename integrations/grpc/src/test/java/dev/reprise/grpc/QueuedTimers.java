package dev.reprise.grpc;

import dev.reprise.time.RetryEnvironment;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The timers of a channel and of a retry, without a thread and without delays: a test runs the
 * tasks on its own thread.
 */
final class QueuedTimers extends ScheduledThreadPoolExecutor {

  private final Queue<Runnable> due = new ArrayDeque<>();

  QueuedTimers() {
    super(1);
  }

  /** Runs all tasks, and those that they add. */
  void runAll() {
    for (Runnable task = due.poll(); task != null; task = due.poll()) {
      task.run();
    }
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    Timed timed = new Timed(task);
    if (unit.toMillis(delay) == 0) { // not the idle timer of a channel, which sets itself again
      due.add(timed);
    }
    return timed;
  }

  /** The system's environment with these timers, which runs tasks on the calling thread. */
  RetryEnvironment environment() {
    return RetryEnvironment.system()
        .withDelayer(
            (task, nanos) -> {
              due.add(task);
              return () -> due.remove(task);
            })
        .withExecutor(Runnable::run);
  }

  /** A task of the channel. */
  private static final class Timed extends FutureTask<Void> implements ScheduledFuture<Void> {

    Timed(Runnable task) {
      super(task, null);
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return 0;
    }

    @Override
    public int compareTo(Delayed other) {
      return 0;
    }
  }
}
