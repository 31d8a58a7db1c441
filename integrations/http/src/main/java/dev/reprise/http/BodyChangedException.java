package dev.reprise.http;

import java.io.IOException;

/**
 * The body of a request differs from the body that an earlier attempt sent. The request is aborted
 * before its end, so that no receiver accepts the wrong body as complete. Never retried.
 *
 * @see dev.reprise.http.client.BodyCheck
 */
public final class BodyChangedException extends IOException {

  private static final long serialVersionUID = 1;

  /**
   * Creates the exception; for client integrations.
   *
   * @param difference the difference between the two bodies, as a part of the message; never null
   */
  public BodyChangedException(String difference) {
    super(
        "the body of this request differs from the body of an earlier attempt: "
            + difference
            + "; use a body that can be read again, such as a byte array or a file");
  }
}
