package dev.reprise.report;

import dev.reprise.text.PrintableText;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Descriptions of failures: one line of bounded length, with control characters escaped. */
public final class FailureText {

  private FailureText() {}

  /**
   * Describes a failure by its class and message, as {@link Throwable#toString()} does.
   *
   * @param failure the thrown exception
   * @return one line of at most about 300 characters; only the class if {@code toString} of the
   *     failure throws
   */
  public static String describe(Throwable failure) {
    return describe(failure, Throwable::toString);
  }

  /**
   * Describes a failure by a function.
   *
   * @param failure the thrown exception
   * @param describer returns the description
   * @return the description as {@link #oneLine}; only the class of the failure if the function
   *     throws
   */
  public static String describe(Throwable failure, Function<? super Throwable, String> describer) {
    try {
      return oneLine(describer.apply(failure));
    } catch (Throwable bug) {
      return describeWithoutMessage(failure);
    }
  }

  /**
   * Describes a failure only by its class, for messages that may contain secrets.
   *
   * @param failure the thrown exception
   * @return the name of its class
   */
  public static String describeWithoutMessage(Throwable failure) {
    return PrintableText.oneLine(failure.getClass().getName());
  }

  /**
   * Makes a text safe for a log line, as {@link PrintableText#oneLine(String)} does.
   *
   * @param text any text; null, which a faulty {@code toString} may return, becomes "null"
   * @return one line; characters beyond the first 300 are replaced by three dots
   */
  public static String oneLine(@Nullable String text) {
    return PrintableText.oneLine(text);
  }
}
