package dev.reprise.report;

import dev.reprise.text.PrintableText;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Failures in words: one line, of bounded length, with control characters escaped. */
public final class FailureText {

  private FailureText() {}

  /**
   * Describes a failure by its class and message, as {@link Throwable#toString()} does.
   *
   * @param failure what was thrown
   * @return one line of at most some 300 characters; the class alone if the failure's own {@code
   *     toString} throws
   */
  public static String describe(Throwable failure) {
    return describe(failure, Throwable::toString);
  }

  /**
   * Describes a failure in somebody's words.
   *
   * @param failure what was thrown
   * @param inWords how to put it
   * @return its answer as {@link #oneLine}; the failure's class alone if it throws
   */
  public static String describe(Throwable failure, Function<? super Throwable, String> inWords) {
    try {
      return oneLine(inWords.apply(failure));
    } catch (Throwable bug) {
      return describeWithoutMessage(failure);
    }
  }

  /**
   * Describes a failure by its class alone: the redacted form, for messages that may hold secrets.
   *
   * @param failure what was thrown
   * @return the name of its class
   */
  public static String describeWithoutMessage(Throwable failure) {
    return PrintableText.oneLine(failure.getClass().getName());
  }

  /**
   * Makes a text safe for a log line, as {@link PrintableText#oneLine(String)} does.
   *
   * @param text any text; null, as a careless {@code toString} may answer, becomes "null"
   * @return one line; characters beyond the first 300 are replaced by three dots
   */
  public static String oneLine(@Nullable String text) {
    return PrintableText.oneLine(text);
  }
}
