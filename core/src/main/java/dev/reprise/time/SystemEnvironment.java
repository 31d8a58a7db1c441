package dev.reprise.time;

import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/** The environment behind {@link RetryEnvironment#system()}. */
final class SystemEnvironment implements RetryEnvironment {

  static final SystemEnvironment INSTANCE = new SystemEnvironment();

  private static final TickSource TICKS = TickSource.system();
  private static final Sleeper SLEEPER = Sleeper.system();
  private static final Executor EXECUTOR = new CompletableFuture<>().defaultExecutor();
  private static final InstantSource WALL_CLOCK = InstantSource.system();

  private SystemEnvironment() {}

  static void park(long nanos) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before the wait");
    }
    LockSupport.parkNanos(SystemEnvironment.class, nanos);
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted during the wait");
    }
  }

  @Override
  public TickSource ticks() {
    return TICKS;
  }

  @Override
  public Sleeper sleeper() {
    return SLEEPER;
  }

  @Override
  public Delayer delayer() {
    return Delayer.system();
  }

  @Override
  public Executor executor() {
    return EXECUTOR;
  }

  @Override
  public RandomGenerator random() {
    return ThreadLocalRandom.current();
  }

  @Override
  public InstantSource wallClock() {
    return WALL_CLOCK;
  }

  @Override
  public String toString() {
    return "system";
  }
}
