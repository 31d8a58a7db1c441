package dev.reprise.verification.benchmarks.peers;

import java.util.concurrent.Callable;

/** What people write who use no library: a loop, which counts and does nothing else. */
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
