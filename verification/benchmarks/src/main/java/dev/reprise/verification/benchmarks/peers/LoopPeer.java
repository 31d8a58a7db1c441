package dev.reprise.verification.benchmarks.peers;

import java.util.concurrent.Callable;

/** A loop without a library, which only counts attempts. */
record LoopPeer(int maxAttempts) implements Peer {

  @Override
  public <T> Callable<T> blocking(Callable<T> operation) {
    return () -> {
      for (int attempt = 1; ; attempt++) {
        try {
          return operation.call();
        } catch (Exception failure) {
          if (attempt >= maxAttempts) {
            throw failure;
          }
        }
      }
    };
  }
}
