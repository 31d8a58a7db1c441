package dev.reprise;

import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import dev.reprise.time.TickSource;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * An environment whose parts a test sets: a clock that advances with each reading, a sleeper that
 * sleeps too long or throws, a delayer that rejects tasks. Its time advances when a thread sleeps.
 * For calls on one thread.
 */
public class FakeEnvironment implements RetryEnvironment {

  public final List<Long> sleeps = new ArrayList<>();
  public long now;

  /** Nanoseconds by which each reading advances the clock. */
  public long nanosPerLook;

  public InstantSource wallClock = InstantSource.fixed(Instant.EPOCH);
  public long oversleepNanos;
  public Delayer delayer = (task, delayNanos) -> () -> {};
  private final RandomGenerator random = new SplittableRandom(1);
  private final TickSource ticks = () -> now += nanosPerLook;
  public Sleeper sleeper = this::sleep;

  private void sleep(long nanos) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before the wait");
    }
    sleeps.add(nanos);
    now += nanos + oversleepNanos;
  }

  @Override
  public TickSource ticks() {
    return ticks;
  }

  @Override
  public Sleeper sleeper() {
    return sleeper;
  }

  @Override
  public Delayer delayer() {
    return delayer;
  }

  @Override
  public Executor executor() {
    return Runnable::run;
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public InstantSource wallClock() {
    return wallClock;
  }
}
