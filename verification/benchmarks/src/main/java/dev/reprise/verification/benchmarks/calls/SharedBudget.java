package dev.reprise.verification.benchmarks.calls;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One budget, asked by all threads at once. A call knows the time when it asks, so the clock is not
 * measured here: a thread of its own reads it every millisecond.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // set up by JMH
public abstract class SharedBudget {

  private static final long TICK_NANOS = 1_000_000;

  /** Who. */
  @Param public BucketKind kind;

  /** The budget. */
  Bucket bucket;

  /** The time, to the millisecond. */
  volatile long now = System.nanoTime();

  private Thread clock;

  /** Only by the rows. */
  SharedBudget() {}

  /** Makes the budget and starts the clock. */
  @Setup
  public void start() {
    bucket = kind.make();
    clock = new Thread(this::tick, "clock");
    clock.setDaemon(true);
    clock.start();
  }

  private void tick() {
    while (!Thread.currentThread().isInterrupted()) {
      now = System.nanoTime();
      LockSupport.parkNanos(TICK_NANOS);
    }
  }

  /** Stops the clock. */
  @TearDown
  public void stop() {
    clock.interrupt();
  }
}
