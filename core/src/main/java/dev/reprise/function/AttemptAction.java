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
   * @param attempt the attempt, with its number and its remaining time
   * @throws X if the attempt failed
   */
  void run(Attempt attempt) throws X;

  /**
   * Makes one attempt.
   *
   * @param attempt the attempt, with its number and its remaining time
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
