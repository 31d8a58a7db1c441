package dev.reprise;

/**
 * Something to run that may fail and returns nothing. Run once for each attempt.
 *
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface Action<X extends Throwable> {

  /**
   * Makes one attempt.
   *
   * @throws X if the attempt failed
   */
  void run() throws X;
}
