package dev.reprise.time;

import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * The services that a retry uses from its environment: ticks, sleep, timer, executor, randomness
 * and the wall clock. A retry uses no others. Tests and simulations replace them with virtual ones.
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
