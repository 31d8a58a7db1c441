package dev.reprise.http.client;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CancellationException;

/**
 * Ends the attempts of a call that its caller has cancelled. An integration throws it from an
 * attempt, catches it outside the {@link dev.reprise.Retry} and throws {@link #failure} instead, so
 * that users never see it:
 *
 * <pre>{@code
 * try {
 *   return retry.call(() -> connection.getResponseCode());
 * } catch (CallCancelledException cancelled) {
 *   throw cancelled.failure();
 * }
 * }</pre>
 */
public final class CallCancelledException extends CancellationException {

  private static final long serialVersionUID = 1;

  /** The failure for the caller of the client. */
  private final IOException failure;

  /**
   * Creates the exception.
   *
   * @param failure the failure that the caller of the client gets; never null
   */
  public CallCancelledException(IOException failure) {
    super("the call was cancelled");
    this.failure = Objects.requireNonNull(failure, "failure");
  }

  /**
   * The failure for the caller of the client.
   *
   * @return the failure; never null
   */
  public IOException failure() {
    return failure;
  }
}
