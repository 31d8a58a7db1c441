package dev.reprise.verification.benchmarks.peers;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A way to call an operation again when it fails. An operation is bound once and then called many
 * times, so that what an adapter adds to turn one functional interface into another is never made
 * in a measured call.
 */
public interface Peer extends AutoCloseable {

  /**
   * Binds a blocking operation.
   *
   * @param operation what to call
   * @param <T> type of the result
   * @return calls it, again where it fails
   */
  <T> Callable<T> blocking(Callable<T> operation);

  /**
   * Binds an operation that returns a stage.
   *
   * @param operation what to call
   * @param <T> type of the result
   * @return calls it, again where its stage fails
   * @throws UnsupportedOperationException if the library has no such calls
   */
  default <T> Supplier<CompletionStage<T>> staged(Supplier<CompletionStage<T>> operation) {
    throw new UnsupportedOperationException("no calls that return a stage");
  }

  /** Ends the threads that this peer has started. */
  @Override
  default void close() {}
}
