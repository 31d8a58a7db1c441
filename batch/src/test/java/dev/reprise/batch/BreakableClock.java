package dev.reprise.batch;

import dev.reprise.testing.VirtualTime;
import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import dev.reprise.time.TickSource;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * A virtual time whose ticks throw when the test wants it.
 *
 * @param breaks whether the ticks throw now; its only element
 */
record BreakableClock(VirtualTime time, boolean[] breaks, RuntimeException failure)
    implements RetryEnvironment {

  @Override
  public TickSource ticks() {
    return () -> {
      if (breaks[0]) {
        throw failure;
      }
      return time.ticks().nanos();
    };
  }

  @Override
  public Sleeper sleeper() {
    return time.sleeper();
  }

  @Override
  public Delayer delayer() {
    return time.delayer();
  }

  @Override
  public Executor executor() {
    return time.executor();
  }

  @Override
  public RandomGenerator random() {
    return time.random();
  }

  @Override
  public InstantSource wallClock() {
    return time.wallClock();
  }
}
