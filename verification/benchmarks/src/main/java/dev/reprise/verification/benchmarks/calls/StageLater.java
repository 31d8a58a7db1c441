package dev.reprise.verification.benchmarks.calls;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.openjdk.jmh.annotations.Benchmark;

/** The operation returns a stage that completes after the call has returned. */
@SuppressWarnings("NullAway.Init") // set before each call
public class StageLater extends StagedRow {

  private CompletableFuture<Integer> pending;

  /** Called by JMH. */
  public StageLater() {}

  @Override
  CompletionStage<Integer> operation() {
    return pending;
  }

  /** One call, whose stage the caller completes. */
  @Benchmark
  public CompletableFuture<Integer> one() {
    pending = new CompletableFuture<>();
    CompletableFuture<Integer> result = call();
    pending.complete(lookup.call());
    return completed(result);
  }
}
