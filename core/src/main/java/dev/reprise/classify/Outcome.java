package dev.reprise.classify;

import dev.reprise.text.PrintableText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt came to: it returned a value or threw. A value, so that results and failures are
 * judged by the same code.
 *
 * @param <T> type of the value
 */
public sealed interface Outcome<T extends @Nullable Object> {

  /**
   * The attempt returned.
   *
   * @param value what it returned; null is legal where {@code T} allows it
   * @param <T> type of the value
   */
  record Returned<T extends @Nullable Object>(T value) implements Outcome<T> {

    /**
     * The class of the value, which may hold secrets or have megabytes.
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
   * @param failure what it threw, as it came, not unwrapped
   * @param <T> type of the value that was hoped for
   */
  record Threw<T extends @Nullable Object>(Throwable failure) implements Outcome<T> {

    /**
     * Checks the failure.
     *
     * @param failure what it threw, as it came, not unwrapped
     * @throws NullPointerException if {@code failure} is null
     */
    public Threw {
      Objects.requireNonNull(failure, "failure");
    }

    /**
     * The class of the failure, whose message may hold secrets or have megabytes.
     *
     * @return one line
     */
    @Override
    public String toString() {
      return "Threw[" + PrintableText.oneLine(failure.getClass().getName()) + "]";
    }
  }

  /**
   * An attempt that returned.
   *
   * @param value what it returned; null is legal where {@code T} allows it
   * @param <T> type of the value
   * @return the outcome
   */
  static <T extends @Nullable Object> Outcome<T> returned(T value) {
    return new Returned<>(value);
  }

  /**
   * An attempt that threw.
   *
   * @param failure what it threw
   * @param <T> type of the value that was hoped for
   * @return the outcome
   */
  static <T extends @Nullable Object> Outcome<T> threw(Throwable failure) {
    return new Threw<>(failure);
  }

  /**
   * The failure, if there is one.
   *
   * @return what was thrown, or null if the attempt returned
   */
  default @Nullable Throwable failureOrNull() {
    return this instanceof Threw<?> threw ? threw.failure() : null;
  }

  /**
   * The value, if there is one.
   *
   * @return what was returned, or null if the attempt threw or returned null
   */
  default @Nullable Object valueOrNull() {
    return this instanceof Returned<?> returned ? returned.value() : null;
  }
}
