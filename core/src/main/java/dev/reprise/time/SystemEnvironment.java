package dev.reprise.time;

import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/** The environment of {@link RetryEnvironment#system()}. */
final class SystemEnvironment implements RetryEnvironment {

  static final SystemEnvironment INSTANCE = new SystemEnvironment();

  private static final TickSource TICKS = TickSource.system();
  private static final Sleeper SLEEPER = Sleeper.system();
  private static final Executor EXECUTOR = commonPool();
  private static final InstantSource WALL_CLOCK = InstantSource.system();

  private SystemEnvironment() {}

  /**
   * The common pool, which is also the default executor of futures since Java 25. In earlier
   * versions, futures start a thread for each task on one or two processors, so a million due
   * retries would need a million threads. A common pool that is configured without threads runs no
   * tasks.
   */
  private static Executor commonPool() {
    return ForkJoinPool.getCommonPoolParallelism() > 0
        ? ForkJoinPool.commonPool()
        : new CompletableFuture<>().defaultExecutor();
  }

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
