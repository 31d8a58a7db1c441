package dev.reprise;

import dev.reprise.classify.Outcome;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An operation that does not look at its attempt, so that none need be made for it.
 *
 * @param operation makes each attempt
 */
record Unseeing<T extends @Nullable Object, X extends Throwable>(Operation<T, X> operation)
    implements AttemptOperation<T, X> {

  Unseeing {
    Objects.requireNonNull(operation, "operation");
  }

  @Override
  public T call(Attempt attempt) throws X {
    return operation.call();
  }

  Outcome<T> outcome() {
    try {
      return Outcome.returned(operation.call());
    } catch (Throwable failure) {
      return Outcome.threw(failure);
    }
  }
}
