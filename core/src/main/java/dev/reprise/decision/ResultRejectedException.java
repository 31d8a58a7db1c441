package dev.reprise.decision;

import dev.reprise.text.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * A call ended with a result that its policy rejects, and there is no failure to throw. The result
 * is not lost: it is here.
 */
public final class ResultRejectedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient @Nullable Object result;

  /** Why there was no further attempt. */
  private final StopReason stopReason;

  /**
   * A result that was rejected to the end.
   *
   * @param result what the last attempt returned
   * @param attempts how many were made
   * @param stopReason why there was no further attempt
   */
  public ResultRejectedException(@Nullable Object result, int attempts, StopReason stopReason) {
    super(
        "result rejected after "
            + attempts
            + (attempts == 1 ? " attempt (" : " attempts (")
            + stopReason
            + "), of type "
            + (result == null ? "null" : PrintableText.oneLine(result.getClass().getName())));
    this.result = result;
    this.stopReason = stopReason;
  }

  /**
   * The last result.
   *
   * @return what the last attempt returned; null if it returned null, or if this exception was
   *     deserialised
   */
  public @Nullable Object result() {
    return result;
  }

  /**
   * Why there was no further attempt.
   *
   * @return the reason
   */
  public StopReason stopReason() {
    return stopReason;
  }
}
