package dev.reprise.time;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The timer behind {@link Delayer#system()}. */
final class SystemTimer implements Delayer {

  static final SystemTimer INSTANCE = new SystemTimer();

  private static final long IDLE_SECONDS = 5;

  private final ScheduledThreadPoolExecutor timer;

  private SystemTimer() {
    timer = new ScheduledThreadPoolExecutor(1, SystemTimer::thread);
    timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
    timer.setRemoveOnCancelPolicy(true);
  }

  @Override
  public Scheduled schedule(Runnable task, long delayNanos) {
    Future<?> future = timer.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(null, work, "reprise-timer", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    return thread;
  }
}
