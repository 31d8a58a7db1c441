package dev.reprise.grpc;

import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import dev.reprise.time.TickSource;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * The timers of a channel and of a retry, without a thread and without delays: a test runs the
 * tasks on its own thread.
 */
final class QueuedTimers extends ScheduledThreadPoolExecutor implements RetryEnvironment {

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

  @Override
  public Delayer delayer() {
    return (task, nanos) -> {
      due.add(task);
      return () -> due.remove(task);
    };
  }

  @Override
  public Executor executor() {
    return Runnable::run;
  }

  @Override
  public TickSource ticks() {
    return RetryEnvironment.system().ticks();
  }

  @Override
  public Sleeper sleeper() {
    return RetryEnvironment.system().sleeper();
  }

  @Override
  public RandomGenerator random() {
    return RetryEnvironment.system().random();
  }

  @Override
  public InstantSource wallClock() {
    return RetryEnvironment.system().wallClock();
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
