package dev.reprise.reactor.webclient;

import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Clock and timer of the operators: those of Reactor, unless the environment has its own. */
final class HoldTimer {

  private final RetryEnvironment environment;
  private final boolean system;

  HoldTimer(RetryEnvironment environment) {
    this.environment = environment;
    system = environment == RetryEnvironment.system();
  }

  long nanos() {
    return system ? Schedulers.parallel().now(TimeUnit.NANOSECONDS) : environment.ticks().nanos();
  }

  Instant wallClock() {
    return environment.wallClock().instant();
  }

  Disposable schedule(Runnable task, Duration delay) {
    if (system) {
      Scheduler scheduler = Schedulers.parallel();
      return scheduler.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }
    Delayer.Scheduled scheduled =
        Delayer.guarded(environment.delayer()).schedule(task, delay.toNanos());
    return scheduled::cancel;
  }
}
