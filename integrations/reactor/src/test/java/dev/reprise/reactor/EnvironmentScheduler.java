package dev.reprise.reactor;

import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/** A scheduler whose clock and timer are those of an environment. */
final class EnvironmentScheduler implements Scheduler {

  private final RetryEnvironment environment;

  EnvironmentScheduler(RetryEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Disposable schedule(Runnable task) {
    return schedule(task, 0, TimeUnit.NANOSECONDS);
  }

  @Override
  public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
    Delayer.Scheduled scheduled = environment.delayer().schedule(task, unit.toNanos(delay));
    return scheduled::cancel;
  }

  @Override
  public long now(TimeUnit unit) {
    return unit.convert(environment.ticks().nanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public Worker createWorker() {
    throw new UnsupportedOperationException("the operators need no worker");
  }
}
