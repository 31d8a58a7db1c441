package dev.reprise.verification.benchmarks.calls;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What it takes to know the time, and to count a call by it. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class Clocks {

  private final AtomicLong count = new AtomicLong();

  /** Only by JMH. */
  public Clocks() {}

  /** As a call needs that has a time limit. */
  @Benchmark
  public long oneClockRead() {
    return System.nanoTime();
  }

  /**
   * As a call needs that also counts for a budget: a word that nobody else writes just now, but
   * that anybody may. What an atomic write costs beside a clock read differs from one kind of
   * processor to the next.
   */
  @Benchmark
  public long oneClockReadAndOneCount() {
    long now = System.nanoTime();
    long before = count.get();
    return count.compareAndSet(before, before + 1) ? now : before;
  }

  /** As a call needs that also tells how long it took. */
  @Benchmark
  public long twoClockReads() {
    long before = System.nanoTime();
    return System.nanoTime() - before;
  }
}
