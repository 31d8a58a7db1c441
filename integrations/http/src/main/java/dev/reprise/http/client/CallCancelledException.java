package dev.reprise.http.client;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CancellationException;

/**
 * Ends the attempts of a call whose caller has cancelled it. An integration throws it from an
 * attempt, catches it outside the {@link dev.reprise.Retry} and throws {@link #failure} instead, so
 * that users never see it.
 */
public final class CallCancelledException extends CancellationException {

  private static final long serialVersionUID = 1;

  /** The failure for the caller of the client. */
  private final IOException failure;

  /**
   * Creates the exception.
   *
   * @param failure the failure of the client that the caller of the client gets
   */
  public CallCancelledException(IOException failure) {
    super("the call was cancelled");
    this.failure = Objects.requireNonNull(failure, "failure");
  }

  /**
   * The failure for the caller of the client.
   *
   * @return the same instance as given
   */
  public IOException failure() {
    return failure;
  }
}
