package dev.reprise.servlet.internal.jakarta;

/** A form cannot be read. The client gets status 400, as it would from the container. */
public final class MalformedFormException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  MalformedFormException(String message, Throwable cause) {
    super(message, cause);
  }

  MalformedFormException(String message) {
    super(message);
  }

  /** Returns true if a failure of the servlet is one of these, or has one as its cause. */
  public static boolean isCauseOf(Exception failure) {
    return failure instanceof MalformedFormException
        || failure.getCause() instanceof MalformedFormException;
  }
}
