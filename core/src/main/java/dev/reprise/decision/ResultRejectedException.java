package dev.reprise.decision;

import dev.reprise.text.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a call ends with a result that its policy rejects, without a failure to throw. The
 * exception holds the result.
 */
public final class ResultRejectedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient @Nullable Object result;

  /** Reason why there was no further attempt. */
  private final StopReason stopReason;

  /**
   * Creates the exception.
   *
   * @param result the result of the last attempt
   * @param attempts number of attempts, at least 1
   * @param stopReason the reason why there was no further attempt
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
   * @return the result of the last attempt; null if it returned null, or if this exception was
   *     deserialised
   */
  public @Nullable Object result() {
    return result;
  }

  /**
   * The reason why there was no further attempt.
   *
   * @return the reason
   */
  public StopReason stopReason() {
    return stopReason;
  }
}
