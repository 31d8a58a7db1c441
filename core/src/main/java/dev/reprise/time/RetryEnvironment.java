package dev.reprise.time;

import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The services that a retry uses from its environment: ticks, sleep, timer, executor, randomness
 * and the wall clock. A retry uses no others. Tests and simulations replace them with virtual ones;
 * the methods {@code with…} replace one of them, such as {@code
 * RetryEnvironment.system().withDelayer(timer)}.
 *
 * <p>All parts must be safe for use by many threads; {@link #random()} is called before each use
 * and may return a generator of the calling thread.
 */
public interface RetryEnvironment {

  /**
   * The clock for elapsed time, waits and deadlines.
   *
   * @return the same source at every call
   */
  TickSource ticks();

  /**
   * The sleeper for the waits of blocking calls.
   *
   * @return the same sleeper at every call
   */
  Sleeper sleeper();

  /**
   * The timer for the waits of asynchronous calls and for attempt timeouts.
   *
   * @return the same delayer at every call
   */
  Delayer delayer();

  /**
   * The executor for the later attempts of an asynchronous call, and for the completion of its
   * future after a timeout, unless the retry has its own executor. Calls that a shutdown ends
   * always complete on it.
   *
   * @return the same executor at every call
   */
  Executor executor();

  /**
   * The source of jitter.
   *
   * @return a generator for use on the calling thread
   */
  RandomGenerator random();

  /**
   * The wall clock, for dates in server hints alone. Never used to measure time.
   *
   * @return the same source at every call
   */
  InstantSource wallClock();

  /**
   * Replaces the clock for elapsed time.
   *
   * @param ticks the clock
   * @return this environment with this clock; the other parts are asked for at each use
   */
  default RetryEnvironment withTicks(TickSource ticks) {
    Objects.requireNonNull(ticks, "ticks");
    return new ForwardingEnvironment(this, "ticks") {
      @Override
      public TickSource ticks() {
        return ticks;
      }
    };
  }

  /**
   * Replaces the sleeper of blocking calls.
   *
   * @param sleeper the sleeper
   * @return this environment with this sleeper; the other parts are asked for at each use
   */
  default RetryEnvironment withSleeper(Sleeper sleeper) {
    Objects.requireNonNull(sleeper, "sleeper");
    return new ForwardingEnvironment(this, "sleeper") {
      @Override
      public Sleeper sleeper() {
        return sleeper;
      }
    };
  }

  /**
   * Replaces the timer, for example by one that a program has already.
   *
   * @param delayer the timer
   * @return this environment with this timer; the other parts are asked for at each use
   */
  default RetryEnvironment withDelayer(Delayer delayer) {
    Objects.requireNonNull(delayer, "delayer");
    return new ForwardingEnvironment(this, "delayer") {
      @Override
      public Delayer delayer() {
        return delayer;
      }
    };
  }

  /**
   * Replaces the executor.
   *
   * @param executor the executor
   * @return this environment with this executor; the other parts are asked for at each use
   */
  default RetryEnvironment withExecutor(Executor executor) {
    Objects.requireNonNull(executor, "executor");
    return new ForwardingEnvironment(this, "executor") {
      @Override
      public Executor executor() {
        return executor;
      }
    };
  }

  /**
   * Replaces the source of jitter.
   *
   * @param random returns a generator for use on the calling thread; called before each use
   * @return this environment with this source; the other parts are asked for at each use
   */
  default RetryEnvironment withRandom(Supplier<? extends RandomGenerator> random) {
    Objects.requireNonNull(random, "random");
    return new ForwardingEnvironment(this, "random") {
      @Override
      public RandomGenerator random() {
        return random.get();
      }
    };
  }

  /**
   * Replaces the wall clock.
   *
   * @param wallClock the clock
   * @return this environment with this clock; the other parts are asked for at each use
   */
  default RetryEnvironment withWallClock(InstantSource wallClock) {
    Objects.requireNonNull(wallClock, "wallClock");
    return new ForwardingEnvironment(this, "wallClock") {
      @Override
      public InstantSource wallClock() {
        return wallClock;
      }
    };
  }

  /**
   * This machine: {@link System#nanoTime()}, parking, the library's own timer, the {@linkplain
   * java.util.concurrent.ForkJoinPool#commonPool() common pool}, {@link
   * java.util.concurrent.ThreadLocalRandom} and the UTC clock. If the common pool is configured
   * without threads, the default executor of {@link java.util.concurrent.CompletableFuture}
   * replaces it, which starts a thread for each task.
   *
   * @return the one system environment
   */
  static RetryEnvironment system() {
    return SystemEnvironment.INSTANCE;
  }
}
