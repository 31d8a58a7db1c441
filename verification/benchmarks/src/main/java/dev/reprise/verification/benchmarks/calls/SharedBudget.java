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
 * One budget that all threads use at once. The caller of a budget passes the time, so the clock is
 * not part of the measurement: a separate thread reads it every millisecond.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // set up by JMH
public abstract class SharedBudget {

  private static final long TICK_NANOS = 1_000_000;

  /** The implementation of the budget. */
  @Param public BucketKind kind;

  /** The budget. */
  Bucket bucket;

  /** The time, updated every millisecond. */
  volatile long now = System.nanoTime();

  private Thread clock;

  /** Called by the subclasses. */
  SharedBudget() {}

  /** Creates the budget and starts the clock. */
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
