package dev.reprise.function;

/**
 * An action that uses its attempt, and returns nothing.
 *
 * @param <X> type of its exceptions
 */
@FunctionalInterface
public interface AttemptAction<X extends Throwable> extends AttemptOperation<Object, X> {

  /**
   * Makes one attempt.
   *
   * @param attempt which attempt this is, and how much time it has
   * @throws X if the attempt failed
   */
  void run(Attempt attempt) throws X;

  /**
   * Makes one attempt.
   *
   * @param attempt which attempt this is, and how much time it has
   * @return an object without meaning: not null, which a policy may reject
   * @throws X if the attempt failed
   */
  @Override
  @SuppressWarnings(
      "FunctionalInterfaceMethodChanged") // an operation with the same attempts and no result
  default Object call(Attempt attempt) throws X {
    run(attempt);
    return VoidResult.DONE;
  }
}
