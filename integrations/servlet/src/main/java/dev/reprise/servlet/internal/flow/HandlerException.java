package dev.reprise.servlet.internal.flow;

/**
 * Carries an exception of the handler through the guard, so that it is not confused with an
 * exception of the guard.
 */
final class HandlerException extends Exception {

  private static final long serialVersionUID = 1;

  private final Throwable failure;

  HandlerException(Throwable failure) {
    super(null, failure, true, false);
    this.failure = failure;
  }

  /** The exception of the handler, with later failures as suppressed exceptions. */
  Exception unwrapped() {
    for (Throwable suppressed : getSuppressed()) {
      if (suppressed != failure) {
        failure.addSuppressed(suppressed);
      }
    }
    if (failure instanceof Exception exception) {
      return exception;
    }
    throw (Error) failure;
  }
}
