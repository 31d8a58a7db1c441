package dev.reprise.verification.benchmarks.calls;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Threads;

/** A retry permit is acquired and returned by 1, 2 and 16 threads. */
public class BudgetRetry extends SharedBudget {

  /** Called by JMH. */
  public BudgetRetry() {}

  /** One thread. */
  @Benchmark
  @Threads(1)
  public boolean oneThread() {
    return bucket.retried(now);
  }

  /** Two threads. */
  @Benchmark
  @Threads(2)
  public boolean twoThreads() {
    return bucket.retried(now);
  }

  /** Sixteen threads. */
  @Benchmark
  @Threads(16)
  public boolean sixteenThreads() {
    return bucket.retried(now);
  }
}
