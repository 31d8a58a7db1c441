package dev.reprise.simulator.client;

import dev.reprise.testing.VirtualTime;
import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import dev.reprise.time.TickSource;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** Virtual time with a given random generator. */
record TimeWithRandom(VirtualTime time, RandomGenerator random) implements RetryEnvironment {

  @Override
  public TickSource ticks() {
    return time.ticks();
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
  public InstantSource wallClock() {
    return time.wallClock();
  }
}
