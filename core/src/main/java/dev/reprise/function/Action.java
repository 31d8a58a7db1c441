package dev.reprise.function;

/**
 * Something to run that may fail and returns nothing. Run once for each attempt.
 *
 * @param <X> what it may throw
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
  @SuppressWarnings("FunctionalInterfaceMethodChanged") // the same attempt, whose result is no more
  default Object call() throws X {
    run();
    return VoidResult.DONE;
  }
}
