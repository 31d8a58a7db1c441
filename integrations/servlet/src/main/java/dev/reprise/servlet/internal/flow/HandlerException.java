package dev.reprise.servlet.internal.flow;

/**
 * Carries an exception of the handler through the guard, so that it is not confused with an
 * exception of the guard.
 */
final class HandlerException extends Exception {

  private static final long serialVersionUID = 1;
  private static final int MAX_SUPPRESSED = 8;

  private final Throwable failure;

  HandlerException(Throwable failure) {
    super(null, failure, true, false);
    this.failure = failure;
  }

  /**
   * The exception of the handler, with later failures as suppressed exceptions. Their number is
   * limited, since a handler may throw the same instance many times.
   */
  Exception unwrapped() {
    for (Throwable suppressed : getSuppressed()) {
      if (suppressed != failure && failure.getSuppressed().length < MAX_SUPPRESSED) {
        failure.addSuppressed(suppressed);
      }
    }
    if (failure instanceof Exception exception) {
      return exception;
    }
    throw (Error) failure;
  }
}
