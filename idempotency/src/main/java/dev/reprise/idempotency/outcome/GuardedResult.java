package dev.reprise.idempotency.outcome;

import dev.reprise.classify.Outcome;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of a guarded call: the outcome, and whether this call ran the operation.
 *
 * <pre>{@code
 * GuardedResult<Receipt> result = guard.execute(key, request, holder -> new Receipt("17"));
 * String how = result.isReplayed() ? "again: " : "new: ";
 * }</pre>
 *
 * @param <T> type of the value
 */
public sealed interface GuardedResult<T extends @Nullable Object> {

  /**
   * The outcome of the operation, from this call or an earlier one.
   *
   * @return the value, or a failure of a recorded type
   */
  Outcome<T> outcome();

  /**
   * Returns whether an earlier call ran the operation.
   *
   * @return true if the outcome was recorded by an earlier call
   */
  default boolean isReplayed() {
    return this instanceof Replayed<?>;
  }

  /**
   * The operation ran in this call, and its outcome was recorded.
   *
   * @param outcome the outcome of the operation
   * @param replayability whether duplicates can get the outcome
   * @param token the fencing token of the holder, greater than those of all earlier holders of the
   *     key, at least 1
   * @param <T> type of the value
   */
  record Ran<T extends @Nullable Object>(
      Outcome<T> outcome, Replayability replayability, long token) implements GuardedResult<T> {

    /**
     * Checks the components.
     *
     * @param outcome the outcome of the operation
     * @param replayability whether duplicates can get the outcome
     * @param token the fencing token of the holder, greater than those of all earlier holders of
     *     the key, at least 1
     * @throws NullPointerException if one of them is null
     */
    public Ran {
      Objects.requireNonNull(outcome, "outcome");
      Objects.requireNonNull(replayability, "replayability");
    }
  }

  /**
   * An earlier call ran the operation.
   *
   * @param outcome the recorded outcome
   * @param recordedAt the time of the record, by the clock of the store
   * @param <T> type of the value
   */
  record Replayed<T extends @Nullable Object>(Outcome<T> outcome, Instant recordedAt)
      implements GuardedResult<T> {

    /**
     * Checks the components.
     *
     * @param outcome the recorded outcome
     * @param recordedAt the time of the record
     * @throws NullPointerException if one of them is null
     */
    public Replayed {
      Objects.requireNonNull(outcome, "outcome");
      Objects.requireNonNull(recordedAt, "recordedAt");
    }
  }
}
