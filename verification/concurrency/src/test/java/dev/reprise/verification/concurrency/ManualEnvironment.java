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
 * An environment without threads: the executor runs each task in the calling thread by default,
 * time does not advance, and the timer keeps its latest task until an actor runs it.
 */
public final class ManualEnvironment implements RetryEnvironment {

  private final Sleeper sleeper;
  private final Executor executor;
  private volatile @Nullable Runnable due;

  /** Creates an environment with an empty timer, in which no thread sleeps. */
  public ManualEnvironment() {
    this(nanos -> {}, Runnable::run);
  }

  /** Creates an environment with an empty timer. */
  public ManualEnvironment(Sleeper sleeper, Executor executor) {
    this.sleeper = sleeper;
    this.executor = executor;
  }

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
    return sleeper;
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
    return executor;
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
