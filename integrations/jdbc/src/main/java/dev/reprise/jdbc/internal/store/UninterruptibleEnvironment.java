package dev.reprise.jdbc.internal.store;

import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import dev.reprise.time.TickSource;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** An environment whose waits between attempts do not end at an interrupt. */
record UninterruptibleEnvironment(RetryEnvironment world) implements RetryEnvironment {

  @Override
  public Sleeper sleeper() {
    return nanos -> {
      HeldInterrupt interrupts = new HeldInterrupt();
      interrupts.hold();
      try {
        world.sleeper().sleep(nanos);
      } catch (InterruptedException again) {
        Thread.currentThread().interrupt();
        interrupts.hold();
      } finally {
        interrupts.letGo();
      }
    };
  }

  @Override
  public TickSource ticks() {
    return world.ticks();
  }

  @Override
  public Delayer delayer() {
    return world.delayer();
  }

  @Override
  public Executor executor() {
    return world.executor();
  }

  @Override
  public RandomGenerator random() {
    return world.random();
  }

  @Override
  public InstantSource wallClock() {
    return world.wallClock();
  }
}
