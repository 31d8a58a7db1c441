package dev.reprise.function;

import org.jspecify.annotations.Nullable;

/**
 * One operation for the first attempts and another for the later ones.
 *
 * @param before makes the attempts before number {@code from}
 * @param from number of the first attempt that {@code later} makes
 * @param later makes attempt {@code from} and all later ones
 */
record AlternateOperation<T extends @Nullable Object, X extends Throwable>(
    AttemptOperation<T, X> before, int from, AttemptOperation<T, X> later)
    implements AttemptOperation<T, X> {

  AlternateOperation {
    int least = before instanceof AlternateOperation<?, ?> earlier ? earlier.from() + 1 : 2;
    if (from < least) {
      throw new IllegalArgumentException(
          "fromAttempt must be at least " + least + ", but was " + from);
    }
  }

  @Override
  public T call(Attempt attempt) throws X {
    return attempt.number() < from ? before.call(attempt) : later.call(attempt);
  }
}
