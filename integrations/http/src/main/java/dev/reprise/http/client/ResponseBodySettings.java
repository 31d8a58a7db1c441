package dev.reprise.http.client;

/**
 * Settings of an integration for the bodies of accepted responses. Immutable.
 *
 * <pre>{@code
 * ResponseBodySettings bodies = ResponseBodySettings.STANDARD.readingUpTo(64 * 1024);
 * }</pre>
 *
 * @param readBytes the longest part of a body, in bytes, that is read within its attempt; 0 reads
 *     none
 * @param unlimited true if the caller may read a body after the deadline of the call
 */
public record ResponseBodySettings(long readBytes, boolean unlimited) {

  /** No body is read within the attempt, and the deadline applies to the caller's reading. */
  public static final ResponseBodySettings STANDARD = new ResponseBodySettings(0, false);

  /**
   * Reads bodies within the attempt.
   *
   * @param bytes the longest part that is read, at least 0; 0 reads none
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code bytes} is negative
   */
  public ResponseBodySettings readingUpTo(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("bytes must be at least 0, but was " + bytes);
    }
    return new ResponseBodySettings(bytes, unlimited);
  }

  /**
   * Lets the caller read a body after the deadline of the call.
   *
   * @return a copy without a deadline for the caller's reading
   */
  public ResponseBodySettings withoutDeadline() {
    return new ResponseBodySettings(readBytes, true);
  }
}
