package dev.reprise.verification.benchmarks.calls;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Threads;

/** A retry is asked for and given back, by 1, 2 and 16 threads. */
public class BudgetRetry extends SharedBudget {

  /** Only by JMH. */
  public BudgetRetry() {}

  /** Alone. */
  @Benchmark
  @Threads(1)
  public boolean oneThread() {
    return bucket.retried(now);
  }

  /** With another. */
  @Benchmark
  @Threads(2)
  public boolean twoThreads() {
    return bucket.retried(now);
  }

  /** With many. */
  @Benchmark
  @Threads(16)
  public boolean sixteenThreads() {
    return bucket.retried(now);
  }
}
