package dev.reprise.idempotency.operation;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous operation that a guard runs for a key.
 *
 * @param <T> type of the value
 */
@FunctionalInterface
public interface GuardedStage<T extends @Nullable Object> {

  /**
   * Starts the operation.
   *
   * @param holder the right to run: fencing token and lease
   * @return completes with the value to record, or with a failure; null counts as a failure
   * @throws Exception if the operation could not be started
   */
  CompletionStage<T> start(Holder<T> holder) throws Exception;
}
