package dev.reprise.processor;

import dev.reprise.declared.Retryable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Methods with fallbacks, decorated by both ways. */
public interface FallbackOrders {

  /** Several fallbacks, by the type of the failure. */
  @Retryable(fallback = "cached")
  String find(String id) throws IOException;

  /** Accepts most failures. */
  default String cached(String id, IOException failure) {
    return "cached " + id + " for " + failure.getMessage();
  }

  /** Accepts a failure that the other one accepts too. */
  default String cached(String id, FileNotFoundException failure) throws IOException {
    throw failure;
  }

  /** Another number of parameters. */
  default String cached(IOException failure) {
    throw new AssertionError(failure);
  }

  /** Accepts only one type. */
  @Retryable(maxAttempts = 2, fallback = "sumOf")
  long sum(int start, long... values) throws IOException;

  /** Of primitives. */
  default long sumOf(int start, long[] values, FileNotFoundException failure) {
    return -values.length - start;
  }

  /** Returns nothing. */
  @Retryable(policy = "maxAttempts=2 backoff=none retryOnNull=true", fallback = "note")
  void touch() throws IOException;

  /** Implemented by the target. */
  void note(Throwable failure) throws IOException;

  /** Asynchronous. */
  @Retryable(fallback = "laterCached")
  CompletionStage<String> later(String id);

  /** Retried itself. */
  @Retryable(maxAttempts = 4)
  CompletableFuture<String> laterCached(String id, IOException failure);
}
