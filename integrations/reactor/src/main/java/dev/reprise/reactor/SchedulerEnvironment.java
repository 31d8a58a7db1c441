package dev.reprise.reactor;

import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import dev.reprise.time.TickSource;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/**
 * An environment whose clock and timer are those of a scheduler. The clock of a scheduler is {@link
 * System#nanoTime()} unless it has its own, as the virtual one of reactor-test.
 */
final class SchedulerEnvironment implements RetryEnvironment {

  private final RetryEnvironment other;
  private final Scheduler scheduler;
  private final TickSource ticks;
  private final Delayer delayer;

  SchedulerEnvironment(RetryEnvironment other, Scheduler scheduler) {
    this.other = other;
    this.scheduler = scheduler;
    ticks = () -> scheduler.now(TimeUnit.NANOSECONDS);
    delayer = this::schedule;
  }

  boolean isOf(Scheduler asked) {
    return scheduler == asked;
  }

  private Delayer.Scheduled schedule(Runnable task, long delayNanos) {
    Disposable scheduled = scheduler.schedule(task, Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
    return scheduled::dispose;
  }

  @Override
  public TickSource ticks() {
    return ticks;
  }

  @Override
  public Sleeper sleeper() {
    return other.sleeper();
  }

  @Override
  public Delayer delayer() {
    return delayer;
  }

  @Override
  public Executor executor() {
    return other.executor();
  }

  @Override
  public RandomGenerator random() {
    return other.random();
  }

  @Override
  public InstantSource wallClock() {
    return other.wallClock();
  }
}
