package dev.reprise.jdbc.internal.store;

import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import dev.reprise.time.TickSource;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** An environment whose waits between attempts ignore interrupts. */
record UninterruptibleEnvironment(RetryEnvironment delegate) implements RetryEnvironment {

  @Override
  public Sleeper sleeper() {
    return nanos -> {
      HeldInterrupt interrupts = new HeldInterrupt();
      interrupts.hold();
      try {
        delegate.sleeper().sleep(nanos);
      } catch (InterruptedException again) {
        Thread.currentThread().interrupt();
        interrupts.hold();
      } finally {
        interrupts.restore();
      }
    };
  }

  @Override
  public TickSource ticks() {
    return delegate.ticks();
  }

  @Override
  public Delayer delayer() {
    return delegate.delayer();
  }

  @Override
  public Executor executor() {
    return delegate.executor();
  }

  @Override
  public RandomGenerator random() {
    return delegate.random();
  }

  @Override
  public InstantSource wallClock() {
    return delegate.wallClock();
  }
}
