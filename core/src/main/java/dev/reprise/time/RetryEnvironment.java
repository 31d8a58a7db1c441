package dev.reprise.time;

import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * The only door from a retry to the world: ticks, sleep, timer, executor, randomness and the wall
 * clock. Tests and simulations put virtual ones in its place.
 *
 * <p>All parts must be safe for use by many threads; {@link #random()} is asked for anew before
 * each draw and may answer with a generator of the calling thread.
 */
public interface RetryEnvironment {

  /**
   * The clock for elapsed time, waits and deadlines.
   *
   * @return the same source at every call
   */
  TickSource ticks();

  /**
   * How blocking calls wait.
   *
   * @return the same sleeper at every call
   */
  Sleeper sleeper();

  /**
   * How asynchronous calls wait, and what watches over attempt timeouts.
   *
   * @return the same delayer at every call
   */
  Delayer delayer();

  /**
   * Where the later attempts of an asynchronous call start, and where its future completes after a
   * timeout, unless the retry has an executor of its own; and where a shutdown ends it.
   *
   * @return the same executor at every call
   */
  Executor executor();

  /**
   * The source of jitter.
   *
   * @return a generator to draw from on the calling thread
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
   * java.util.concurrent.ThreadLocalRandom} and the UTC clock. Where the common pool was configured
   * to have no thread, the default executor of {@link java.util.concurrent.CompletableFuture} takes
   * its place, which starts a thread for each task.
   *
   * @return the one system environment
   */
  static RetryEnvironment system() {
    return SystemEnvironment.INSTANCE;
  }
}
