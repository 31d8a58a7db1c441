package dev.reprise.function;

/**
 * An action that may fail and returns nothing. It runs once for each attempt.
 *
 * @param <X> type of its exceptions
 */
@FunctionalInterface
public interface Action<X extends Throwable> extends Operation<Object, X> {

  /**
   * Makes one attempt.
   *
   * @throws X if the attempt failed
   */
  void run() throws X;

  /**
   * Makes one attempt.
   *
   * @return an object without meaning: not null, which a policy may reject
   * @throws X if the attempt failed
   */
  @Override
  @SuppressWarnings(
      "FunctionalInterfaceMethodChanged") // an operation with the same attempts and no result
  default Object call() throws X {
    run();
    return VoidResult.DONE;
  }
}
