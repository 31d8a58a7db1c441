package dev.reprise.internal.call;

import dev.reprise.classify.Outcome;
import dev.reprise.function.Attempt;
import dev.reprise.function.AttemptOperation;
import dev.reprise.function.Operation;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An operation that does not use its attempt, so that no attempt object is needed.
 *
 * @param operation makes each attempt
 */
public record PlainOperation<T extends @Nullable Object, X extends Throwable>(
    Operation<T, X> operation) implements AttemptOperation<T, X> {

  public PlainOperation {
    Objects.requireNonNull(operation, "operation");
  }

  @Override
  public T call(Attempt attempt) throws X {
    return operation.call();
  }

  public Outcome<T> outcome() {
    try {
      return Outcome.returned(operation.call());
    } catch (Throwable failure) {
      return Outcome.threw(failure);
    }
  }
}
