package dev.reprise.http;

/**
 * The note on a failure that was not retried for one reason alone: the body of the request can be
 * sent only once, and had been begun. Suppressed in that failure, without a stack trace; never
 * thrown.
 */
public final class BodyNotRepeatable extends Throwable {

  private static final long serialVersionUID = 1;

  private BodyNotRepeatable() {
    super(
        "not retried: the body of this request can be sent only once, and was begun;"
            + " give one that can be read again, such as a byte array or a file",
        null,
        false,
        false);
  }

  /**
   * Returns true if a failure carries the note.
   *
   * @param failure what a request threw
   * @return true if the note is among what is suppressed in it
   */
  public static boolean isOn(Throwable failure) {
    for (Throwable suppressed : failure.getSuppressed()) {
      if (suppressed instanceof BodyNotRepeatable) {
        return true;
      }
    }
    return false;
  }

  /**
   * Puts the note on a failure of a client that would have begun a body anew by itself. For those
   * who write an integration.
   *
   * @param failure what is to be thrown
   * @param <X> its class
   * @return the same failure
   */
  public static <X extends Throwable> X on(X failure) {
    putOn(failure);
    return failure;
  }

  /** At most one note on each failure, for an instance may be thrown many times. */
  static void putOn(Throwable failure) {
    synchronized (failure) {
      if (!isOn(failure)) {
        failure.addSuppressed(new BodyNotRepeatable());
      }
    }
  }
}
