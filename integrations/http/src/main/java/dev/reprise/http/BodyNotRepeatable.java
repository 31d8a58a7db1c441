package dev.reprise.http;

/**
 * A note on a failure that was not retried, only because the body of the request can be sent once
 * and an attempt had started to send it. It is a suppressed exception of that failure, without a
 * stack trace, and is never thrown.
 *
 * <pre>{@code
 * if (BodyNotRepeatable.isAddedTo(failure)) {
 *   logger.log(Level.WARNING, "send this body from a file, so that it can be retried");
 * }
 * }</pre>
 *
 * <p>Safe for use by any thread. No method accepts null.
 */
public final class BodyNotRepeatable extends Throwable {

  private static final long serialVersionUID = 1;

  private BodyNotRepeatable() {
    super(
        "not retried: the body of this request can be sent only once, and was started;"
            + " use a body that can be read again, such as a byte array or a file",
        null,
        false,
        false);
  }

  /**
   * Returns true if a failure carries the note.
   *
   * @param failure the failure of a request
   * @return true if one of its suppressed exceptions is this note
   */
  public static boolean isAddedTo(Throwable failure) {
    for (Throwable suppressed : failure.getSuppressed()) {
      if (suppressed instanceof BodyNotRepeatable) {
        return true;
      }
    }
    return false;
  }

  /**
   * Adds the note to a failure, unless it has one. For integrations of clients that would otherwise
   * send the body a second time by themselves.
   *
   * @param failure the failure that the integration throws
   * @param <X> its class
   * @return the same failure
   */
  public static <X extends Throwable> X addTo(X failure) {
    add(failure);
    return failure;
  }

  /** Adds at most one note, since an instance may be thrown many times. */
  static void add(Throwable failure) {
    synchronized (failure) {
      if (!isAddedTo(failure)) {
        failure.addSuppressed(new BodyNotRepeatable());
      }
    }
  }
}
