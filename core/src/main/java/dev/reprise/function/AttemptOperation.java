package dev.reprise.function;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicyBuilder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An operation that uses its attempt. Later attempts may do different work, such as call another
 * replica or request less, and still belong to the same call in report, budget and deadline:
 *
 * <pre>{@code
 * retry.callWith(
 *     AttemptOperation.of(() -> primary.fetch(url))
 *         .fromAttempt(2, () -> replica.fetch(url))
 *         .fromAttempt(4, () -> archive.fetch(url)));
 * }</pre>
 *
 * @param <T> type of the result
 * @param <X> type of its exceptions
 */
@FunctionalInterface
public interface AttemptOperation<T extends @Nullable Object, X extends Throwable> {

  /**
   * Makes one attempt.
   *
   * @param attempt the attempt, with its number and its remaining time
   * @return the result
   * @throws X if the attempt failed
   */
  T call(Attempt attempt) throws X;

  /**
   * An operation that does not use its attempt, for chains of alternates.
   *
   * @param operation makes each attempt
   * @param <T> type of the result, such as a stage for {@link Retry#callAsyncWith}
   * @param <X> type of its exceptions; if alternates throw more, name the type: {@code
   *     AttemptOperation.<String, Exception>of(…)}
   * @return the same operation as an attempt operation
   */
  static <T extends @Nullable Object, X extends Throwable> AttemptOperation<T, X> of(
      Operation<T, X> operation) {
    Objects.requireNonNull(operation, "operation");
    return attempt -> operation.call();
  }

  /**
   * An operation that uses its attempt, for chains of alternates.
   *
   * @param operation makes each attempt
   * @param <T> type of the result
   * @param <X> type of its exceptions
   * @return the argument
   */
  static <T extends @Nullable Object, X extends Throwable> AttemptOperation<T, X> ofWith(
      AttemptOperation<T, X> operation) {
    return Objects.requireNonNull(operation, "operation");
  }

  /**
   * Uses another operation for the attempts from a number on, including hedges. The number is that
   * of {@link Attempt#number()}, which continues when a policy {@linkplain
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
   * Same as {@link #fromAttempt}, for an alternate that uses its attempt.
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
