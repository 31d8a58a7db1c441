package dev.reprise.verification.concurrency;

import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import dev.reprise.time.TickSource;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * An environment without threads: the executor runs each task in the calling thread, time does not
 * advance, and the timer keeps its latest task until an actor runs it.
 */
public final class ManualEnvironment implements RetryEnvironment {

  private volatile @Nullable Runnable due;

  /** Creates an environment with an empty timer. */
  public ManualEnvironment() {}

  /** Runs the latest task of the timer; does nothing if there is none. */
  public void timeIsUp() {
    Runnable task = due;
    if (task != null) {
      task.run();
    }
  }

  @Override
  public TickSource ticks() {
    return () -> 0;
  }

  @Override
  public Sleeper sleeper() {
    return nanos -> {};
  }

  @Override
  public Delayer delayer() {
    return (task, delayNanos) -> {
      due = task;
      return () -> {};
    };
  }

  @Override
  public Executor executor() {
    return Runnable::run;
  }

  @Override
  public RandomGenerator random() {
    return () -> 0;
  }

  @Override
  public InstantSource wallClock() {
    return InstantSource.fixed(Instant.EPOCH);
  }
}
