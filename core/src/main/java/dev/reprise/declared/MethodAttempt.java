package dev.reprise.declared;

import org.jspecify.annotations.Nullable;

/** Calls a retried method once. */
@FunctionalInterface
public interface MethodAttempt {

  /**
   * Calls the method.
   *
   * @param arguments those of the caller; a {@link CallAdapter} may replace some of them. Null or
   *     empty if the method has no parameters
   * @return what the method returns; null for a method without a result
   * @throws Throwable what the method throws
   */
  @Nullable Object call(@Nullable Object @Nullable [] arguments) throws Throwable;
}
