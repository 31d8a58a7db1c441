package dev.reprise.idempotency;

import dev.reprise.classify.Outcome;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What came of a call to a guard: the outcome, and whether the operation ran for it.
 *
 * @param <T> type of the value
 */
public sealed interface GuardedResult<T extends @Nullable Object> {

  /**
   * What the operation came to, now or before.
   *
   * @return the value, or a failure of a type that is recorded
   */
  Outcome<T> outcome();

  /**
   * Whether the operation had run before.
   *
   * @return true if it was not run by this call
   */
  default boolean isReplayed() {
    return this instanceof Replayed<?>;
  }

  /**
   * The operation ran in this call, and its outcome was recorded.
   *
   * @param outcome what it came to
   * @param replayability whether duplicates can be answered with it
   * @param token the fencing token it ran under
   * @param <T> type of the value
   */
  record Ran<T extends @Nullable Object>(
      Outcome<T> outcome, Replayability replayability, long token) implements GuardedResult<T> {

    /**
     * Checks the parts.
     *
     * @param outcome what it came to
     * @param replayability whether duplicates can be answered with it
     * @param token the fencing token it ran under
     * @throws NullPointerException if one of them is null
     */
    public Ran {
      Objects.requireNonNull(outcome, "outcome");
      Objects.requireNonNull(replayability, "replayability");
    }
  }

  /**
   * The operation had run before.
   *
   * @param outcome what was recorded then
   * @param recordedAt when, by the store's clock
   * @param <T> type of the value
   */
  record Replayed<T extends @Nullable Object>(Outcome<T> outcome, Instant recordedAt)
      implements GuardedResult<T> {

    /**
     * Checks the parts.
     *
     * @param outcome what was recorded then
     * @param recordedAt when
     * @throws NullPointerException if one of them is null
     */
    public Replayed {
      Objects.requireNonNull(outcome, "outcome");
      Objects.requireNonNull(recordedAt, "recordedAt");
    }
  }
}
