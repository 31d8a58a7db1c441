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
 * A world without threads of its own, in which nothing happens by itself: what is given to the
 * executor runs where it is given, time stands still, and the timer keeps its latest task for an
 * actor to run.
 */
public final class StillWorld implements RetryEnvironment {

  private volatile @Nullable Runnable due;

  /** A world in which nothing waits. */
  public StillWorld() {}

  /** Runs the task that the timer got last; does nothing if there is none. */
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
