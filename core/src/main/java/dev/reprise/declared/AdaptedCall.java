package dev.reprise.declared;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A call of a method for a {@link CallAdapter}, which makes its attempts at any time and on any
 * thread. Immutable, safe for use by any thread if the method is.
 */
public final class AdaptedCall {

  private static final @Nullable Object[] NONE = {};

  private final MethodAttempt attempt;
  private final @Nullable Object @Nullable [] arguments;
  private final @Nullable Answer fallback;

  AdaptedCall(
      MethodAttempt attempt, @Nullable Object @Nullable [] arguments, @Nullable Answer fallback) {
    this.attempt = attempt;
    this.arguments = arguments;
    this.fallback = fallback;
  }

  /** The fallback of this call. */
  @FunctionalInterface
  interface Answer {

    @Nullable Object to(Throwable failure, @Nullable Object[] values) throws Throwable;
  }

  /**
   * The arguments of the caller.
   *
   * @return the arguments, empty if there are none; not a copy
   */
  public @Nullable Object[] arguments() {
    return arguments == null ? NONE : arguments;
  }

  /**
   * Calls the method once.
   *
   * @param values the arguments of the attempt, of the number and types of the caller's
   * @return what the method returns
   * @throws Throwable what the method throws
   */
  public @Nullable Object attempt(@Nullable Object[] values) throws Throwable {
    return attempt.call(Objects.requireNonNull(values, "values"));
  }

  /**
   * Returns whether the annotation names a fallback.
   *
   * @return false if {@link #fallback} throws the failure itself
   */
  public boolean hasFallback() {
    return fallback != null;
  }

  /**
   * Calls the fallback method for a call that gave up.
   *
   * @param failure the failure of the call
   * @param values the arguments for the fallback, of the number and types of the caller's
   * @return what the fallback method returns
   * @throws Throwable what the fallback throws; the failure itself if no fallback accepts it
   */
  public @Nullable Object fallback(Throwable failure, @Nullable Object[] values) throws Throwable {
    Objects.requireNonNull(failure, "failure");
    Objects.requireNonNull(values, "values");
    if (fallback == null) {
      throw failure;
    }
    return fallback.to(failure, values);
  }
}
