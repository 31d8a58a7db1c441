package dev.reprise.servlet;

/** Carries what a handler threw past the guard, whose own exceptions it may look like. */
final class HandlerException extends Exception {

  private static final long serialVersionUID = 1;

  private final Throwable failure;

  HandlerException(Throwable failure) {
    super(null, failure, true, false);
    this.failure = failure;
  }

  /** What the handler threw, with what went wrong after it. */
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
