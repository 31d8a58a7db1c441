package dev.reprise.verification.benchmarks.calls;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** What it takes to know the time. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Clocks {

  /** Only by JMH. */
  public Clocks() {}

  /** As a call needs that has a time limit. */
  @Benchmark
  public long oneClockRead() {
    return System.nanoTime();
  }

  /** As a call needs that also tells how long it took. */
  @Benchmark
  public long twoClockReads() {
    long before = System.nanoTime();
    return System.nanoTime() - before;
  }
}
