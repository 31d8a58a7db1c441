package dev.reprise.verification.benchmarks.calls;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Threads;

/** A first try that succeeds is told, by 1, 2 and 16 threads. */
public class BudgetSuccess extends SharedBudget {

  /** Only by JMH. */
  public BudgetSuccess() {}

  /** Alone. */
  @Benchmark
  @Threads(1)
  public void oneThread() {
    bucket.succeeded(now);
  }

  /** With another. */
  @Benchmark
  @Threads(2)
  public void twoThreads() {
    bucket.succeeded(now);
  }

  /** With many. */
  @Benchmark
  @Threads(16)
  public void sixteenThreads() {
    bucket.succeeded(now);
  }
}
