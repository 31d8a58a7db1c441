package dev.reprise.testing;

import dev.reprise.Operation;
import dev.reprise.Retry;
import java.util.concurrent.CompletableFuture;

/** An integration as somebody else might write it. */
record OrdersClient(Retry retry) {

  <T> CompletableFuture<T> send(Operation<CompletableFuture<T>, Exception> request) {
    return retry.callAsync(request);
  }
}
