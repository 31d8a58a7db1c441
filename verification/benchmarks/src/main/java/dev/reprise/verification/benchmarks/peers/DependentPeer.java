package dev.reprise.verification.benchmarks.peers;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The operation's stage with one dependent stage: the minimum for code that examines the result.
 */
final class DependentPeer implements Peer {

  @Override
  public <T> Callable<T> blocking(Callable<T> operation) {
    return operation;
  }

  @Override
  public <T> Supplier<CompletionStage<T>> staged(Supplier<CompletionStage<T>> operation) {
    return () -> operation.get().thenApply(Function.identity());
  }
}
