package dev.reprise.testing.contract;

import dev.reprise.Retry;
import dev.reprise.function.Operation;
import java.util.concurrent.CompletableFuture;

/** An example of an integration. */
record OrdersClient(Retry retry) {

  <T> CompletableFuture<T> send(Operation<CompletableFuture<T>, Exception> request) {
    return retry.callAsync(request);
  }
}
