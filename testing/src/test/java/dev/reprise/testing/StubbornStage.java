package dev.reprise.testing;

import java.util.concurrent.CompletableFuture;

/** A stage that cannot be cancelled, so that it completes late. */
final class StubbornStage<T> extends CompletableFuture<T> {

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return false;
  }
}
