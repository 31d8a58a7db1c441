package dev.reprise.verification.benchmarks.calls;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.openjdk.jmh.annotations.Benchmark;

/** The operation returns a stage that is completed already. */
public class StageCompleted extends StagedRow {

  /** Called by JMH. */
  public StageCompleted() {}

  @Override
  CompletionStage<Integer> operation() {
    return CompletableFuture.completedFuture(lookup.call());
  }

  /** One call. Its future leaves the method, so that the compiler cannot remove it. */
  @Benchmark
  public CompletableFuture<Integer> one() {
    return completed(call());
  }
}
