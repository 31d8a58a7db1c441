package dev.reprise.testing.contract;

import java.util.concurrent.CompletableFuture;

/** A stage that cannot be cancelled, so that it completes late. */
public final class UncancellableStage<T> extends CompletableFuture<T> {

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return false;
  }
}
