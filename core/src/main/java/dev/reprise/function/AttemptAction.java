package dev.reprise.function;

/**
 * Something to run that wants to know which attempt it is, and returns nothing.
 *
 * @param <X> what it may throw
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
  @SuppressWarnings("FunctionalInterfaceMethodChanged") // the same attempt, whose result is no more
  default Object call(Attempt attempt) throws X {
    run(attempt);
    return VoidResult.DONE;
  }
}
