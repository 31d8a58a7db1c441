package dev.reprise.function;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicyBuilder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something to call that wants to know which attempt it is. Later attempts may do something else,
 * such as ask another replica or for less, and are still the same call in report, budget and
 * deadline:
 *
 * <pre>{@code
 * retry.callWith(
 *     AttemptOperation.of(() -> primary.fetch(url))
 *         .fromAttempt(2, () -> replica.fetch(url))
 *         .fromAttempt(4, () -> archive.fetch(url)));
 * }</pre>
 *
 * @param <T> type of the result
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface AttemptOperation<T extends @Nullable Object, X extends Throwable> {

  /**
   * Makes one attempt.
   *
   * @param attempt which attempt this is, and how much time it has
   * @return the result
   * @throws X if the attempt failed
   */
  T call(Attempt attempt) throws X;

  /**
   * An operation that does not care which attempt it is, for others to follow it.
   *
   * @param operation makes each attempt
   * @param <T> type of the result, such as a stage for {@link Retry#callAsyncWith}
   * @param <X> what it may throw; where alternates throw more, say so: {@code
   *     AttemptOperation.<String, Exception>of(…)}
   * @return the same as an operation that is given its attempt
   */
  static <T extends @Nullable Object, X extends Throwable> AttemptOperation<T, X> of(
      Operation<T, X> operation) {
    Objects.requireNonNull(operation, "operation");
    return attempt -> operation.call();
  }

  /**
   * An operation that wants to see its attempt, for others to follow it.
   *
   * @param operation makes each attempt
   * @param <T> type of the result
   * @param <X> what it may throw
   * @return the argument
   */
  static <T extends @Nullable Object, X extends Throwable> AttemptOperation<T, X> ofWith(
      AttemptOperation<T, X> operation) {
    return Objects.requireNonNull(operation, "operation");
  }

  /**
   * Has another operation make the attempts from a number on, hedged ones included. The number is
   * that of {@link Attempt#number()}, which goes on when a policy {@linkplain
   * RetryPolicyBuilder#startOverAfter starts over}.
   *
   * @param number number of its first attempt, at least 2 and more than that of the alternate
   *     before it
   * @param alternate makes that attempt and all later ones, until the next alternate
   * @return this operation up to that attempt, then the alternate
   * @throws IllegalArgumentException if {@code number} is below its bound
   */
  default AttemptOperation<T, X> fromAttempt(
      int number, Operation<? extends T, ? extends X> alternate) {
    Objects.requireNonNull(alternate, "alternate");
    return new AlternateOperation<>(this, number, attempt -> alternate.call());
  }

  /**
   * As {@link #fromAttempt}, for an alternate that wants to see its attempt.
   *
   * @param number number of its first attempt, at least 2 and more than that of the alternate
   *     before it
   * @param alternate makes that attempt and all later ones, until the next alternate
   * @return this operation up to that attempt, then the alternate
   * @throws IllegalArgumentException if {@code number} is below its bound
   */
  default AttemptOperation<T, X> fromAttemptWith(
      int number, AttemptOperation<? extends T, ? extends X> alternate) {
    Objects.requireNonNull(alternate, "alternate");
    return new AlternateOperation<>(this, number, alternate::call);
  }
}
