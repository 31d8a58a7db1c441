package dev.reprise.time;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The timer behind {@link Delayer#system()}. */
final class SystemTimer implements Delayer {

  private static final Duration IDLE = Duration.ofSeconds(5);

  static final SystemTimer INSTANCE = new SystemTimer(IDLE);

  private final ScheduledThreadPoolExecutor timer;

  /** A timer whose thread ends when it had nothing to do for a while. */
  SystemTimer(Duration idle) {
    timer = new ScheduledThreadPoolExecutor(1, SystemTimer::thread);
    timer.setKeepAliveTime(idle.toNanos(), TimeUnit.NANOSECONDS);
    timer.allowCoreThreadTimeOut(true);
    timer.setRemoveOnCancelPolicy(true);
  }

  @Override
  public Scheduled schedule(Runnable task, long delayNanos) {
    Future<?> future = timer.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  /** Tasks that wait for their time. */
  int pending() {
    return timer.getQueue().size();
  }

  /** Threads that run now: one or none. */
  int threads() {
    return timer.getPoolSize();
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(null, work, "reprise-timer", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    return thread;
  }
}
