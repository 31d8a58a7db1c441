package dev.reprise.verification.benchmarks.calls;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Threads;

/** A first try that succeeds is recorded by 1, 2 and 16 threads. */
public class BudgetSuccess extends SharedBudget {

  /** Called by JMH. */
  public BudgetSuccess() {}

  /** One thread. */
  @Benchmark
  @Threads(1)
  public void oneThread() {
    bucket.succeeded(now);
  }

  /** Two threads. */
  @Benchmark
  @Threads(2)
  public void twoThreads() {
    bucket.succeeded(now);
  }

  /** Sixteen threads. */
  @Benchmark
  @Threads(16)
  public void sixteenThreads() {
    bucket.succeeded(now);
  }
}
