package dev.reprise;

/**
 * Something to run that wants to know which attempt it is, and returns nothing.
 *
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface AttemptAction<X extends Throwable> {

  /**
   * Makes one attempt.
   *
   * @param attempt which attempt this is, and how much time it has
   * @throws X if the attempt failed
   */
  void run(Attempt attempt) throws X;
}
