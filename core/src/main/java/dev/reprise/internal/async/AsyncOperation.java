package dev.reprise.internal.async;

import dev.reprise.classify.Outcome;
import dev.reprise.internal.call.AttemptInfo;
import org.jspecify.annotations.Nullable;

/**
 * Operation of an asynchronous call: starts a stage, or runs a blocking operation on an executor.
 *
 * @param <T> type of the result
 */
public interface AsyncOperation<T extends @Nullable Object> {

  /**
   * Starts an attempt.
   *
   * @return the outcome if it is known already; null if {@code step} will receive it
   */
  @Nullable Outcome<T> start(AsyncAttempt<T> step, AttemptInfo attempt);
}
