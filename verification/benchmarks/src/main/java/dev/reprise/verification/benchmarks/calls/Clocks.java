package dev.reprise.verification.benchmarks.calls;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Cost of reading the clock, and of counting a call. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class Clocks {

  private final AtomicLong count = new AtomicLong();

  /** Called by JMH. */
  public Clocks() {}

  /** One clock read, which a call with a time limit needs. */
  @Benchmark
  public long oneClockRead() {
    return System.nanoTime();
  }

  /**
   * One clock read and one count, which a call with a budget needs. The count is an atomic write to
   * a shared word without contention. The ratio of an atomic write to a clock read differs between
   * processors.
   */
  @Benchmark
  public long oneClockReadAndOneCount() {
    long now = System.nanoTime();
    long before = count.get();
    return count.compareAndSet(before, before + 1) ? now : before;
  }

  /** Two clock reads, which a call needs that reports its duration. */
  @Benchmark
  public long twoClockReads() {
    long before = System.nanoTime();
    return System.nanoTime() - before;
  }
}
