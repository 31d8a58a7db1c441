package dev.reprise.classify;

import dev.reprise.text.PrintableText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of an attempt: it returned a value or threw. Classifiers handle results and failures with
 * the same type.
 *
 * @param <T> type of the value
 */
public sealed interface Outcome<T extends @Nullable Object> {

  /**
   * The attempt returned.
   *
   * @param value the result; null is legal where {@code T} allows it
   * @param <T> type of the value
   */
  record Returned<T extends @Nullable Object>(T value) implements Outcome<T> {

    /**
     * Shows only the class of the value, since the value may contain secrets or be very long.
     *
     * @return one line
     */
    @Override
    public String toString() {
      String type = value == null ? "null" : value.getClass().getName();
      return "Returned[" + PrintableText.oneLine(type) + "]";
    }
  }

  /**
   * The attempt threw, or its stage completed with a failure.
   *
   * @param failure the thrown exception, not unwrapped
   * @param <T> type of the value
   */
  record Threw<T extends @Nullable Object>(Throwable failure) implements Outcome<T> {

    /**
     * Checks the failure.
     *
     * @param failure the thrown exception, not unwrapped
     * @throws NullPointerException if {@code failure} is null
     */
    public Threw {
      Objects.requireNonNull(failure, "failure");
    }

    /**
     * Shows only the class of the failure, since its message may contain secrets or be very long.
     *
     * @return one line
     */
    @Override
    public String toString() {
      return "Threw[" + PrintableText.oneLine(failure.getClass().getName()) + "]";
    }
  }

  /**
   * Creates the outcome of an attempt that returned.
   *
   * @param value the result; null is legal where {@code T} allows it
   * @param <T> type of the value
   * @return the outcome
   */
  static <T extends @Nullable Object> Outcome<T> returned(T value) {
    return new Returned<>(value);
  }

  /**
   * Creates the outcome of an attempt that threw.
   *
   * @param failure the thrown exception
   * @param <T> type of the value
   * @return the outcome
   */
  static <T extends @Nullable Object> Outcome<T> threw(Throwable failure) {
    return new Threw<>(failure);
  }

  /**
   * The failure, if there is one.
   *
   * @return the thrown exception, or null if the attempt returned
   */
  default @Nullable Throwable failureOrNull() {
    return this instanceof Threw<?> threw ? threw.failure() : null;
  }

  /**
   * The value, if there is one.
   *
   * @return the result, or null if the attempt threw or returned null
   */
  default @Nullable Object valueOrNull() {
    return this instanceof Returned<?> returned ? returned.value() : null;
  }
}
