package dev.reprise.verification.benchmarks.peers;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The operation itself, without a retry. */
final class BarePeer implements Peer {

  @Override
  public <T> Callable<T> blocking(Callable<T> operation) {
    return operation;
  }

  @Override
  public <T> Supplier<CompletionStage<T>> staged(Supplier<CompletionStage<T>> operation) {
    return operation;
  }
}
