package dev.reprise.servlet;

/** A form that cannot be read: its client gets 400, as from the container. */
final class MalformedFormException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  MalformedFormException(String message, Throwable cause) {
    super(message, cause);
  }

  MalformedFormException(String message) {
    super(message);
  }

  /** Whether a servlet failed with it, wrapped or not. */
  static boolean isCauseOf(Exception failure) {
    return failure instanceof MalformedFormException
        || failure.getCause() instanceof MalformedFormException;
  }
}
