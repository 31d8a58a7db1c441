package dev.reprise.verification.benchmarks.peers;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A way to call an operation again when it fails. An operation is bound once and then called many
 * times, so that an adapter between functional interfaces is never created in a measured call.
 */
public interface Peer extends AutoCloseable {

  /**
   * Binds a blocking operation.
   *
   * @param operation to call
   * @param <T> type of the result
   * @return a function that calls the operation, and retries it if it fails
   */
  <T> Callable<T> blocking(Callable<T> operation);

  /**
   * Binds an operation that returns a stage.
   *
   * @param operation to call
   * @param <T> type of the result
   * @return a function that calls the operation, and retries it if its stage fails
   * @throws UnsupportedOperationException if the library has no such calls
   */
  default <T> Supplier<CompletionStage<T>> staged(Supplier<CompletionStage<T>> operation) {
    throw new UnsupportedOperationException("no calls that return a stage");
  }

  /** Ends the threads that this peer has started. */
  @Override
  default void close() {}
}
