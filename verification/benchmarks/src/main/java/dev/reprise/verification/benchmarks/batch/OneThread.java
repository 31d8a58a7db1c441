package dev.reprise.verification.benchmarks.batch;

import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import dev.reprise.time.TickSource;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** Runs every task on the thread that passes it, and no delayed task: no item lingers. */
public final class OneThread implements RetryEnvironment {

  private final RetryEnvironment system = RetryEnvironment.system();

  /** Creates an environment. */
  public OneThread() {}

  @Override
  public TickSource ticks() {
    return system.ticks();
  }

  @Override
  public Sleeper sleeper() {
    return system.sleeper();
  }

  @Override
  public Delayer delayer() {
    return (task, delayNanos) -> () -> {};
  }

  @Override
  public Executor executor() {
    return Runnable::run;
  }

  @Override
  public RandomGenerator random() {
    return system.random();
  }

  @Override
  public InstantSource wallClock() {
    return system.wallClock();
  }
}
