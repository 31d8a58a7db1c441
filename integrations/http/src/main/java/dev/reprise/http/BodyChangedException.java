package dev.reprise.http;

import dev.reprise.http.client.BodyCheck;
import java.io.IOException;

/**
 * The body of a request differs from the body that an earlier attempt sent. The request is aborted
 * before its end, so that no receiver accepts the wrong body as complete. Not retried.
 *
 * @see BodyCheck
 */
public final class BodyChangedException extends IOException {

  private static final long serialVersionUID = 1;

  /**
   * Creates the exception; for client integrations.
   *
   * @param difference the difference between the two bodies; becomes a part of the message
   */
  public BodyChangedException(String difference) {
    super(
        "the body of this request is not the same when it is sent again: "
            + difference
            + "; give one that can be read again, such as a byte array or a file");
  }
}
