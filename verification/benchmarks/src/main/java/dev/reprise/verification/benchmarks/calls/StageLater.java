package dev.reprise.verification.benchmarks.calls;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.openjdk.jmh.annotations.Benchmark;

/** The operation returns a stage that is completed when the call has returned. */
@SuppressWarnings("NullAway.Init") // set before each call
public class StageLater extends StagedRow {

  private CompletableFuture<Integer> pending;

  /** Only by JMH. */
  public StageLater() {}

  @Override
  CompletionStage<Integer> operation() {
    return pending;
  }

  /** One call, its stage completed by the caller. */
  @Benchmark
  public CompletableFuture<Integer> one() {
    pending = new CompletableFuture<>();
    CompletableFuture<Integer> result = call();
    pending.complete(lookup.call());
    return completed(result);
  }
}
