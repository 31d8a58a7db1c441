package dev.reprise.servlet.internal.flow;

/** Makes the guard release the key, because the handler's response is not recorded. */
final class UnrecordedResponseException extends Exception {

  private static final long serialVersionUID = 1;

  UnrecordedResponseException() {
    super(null, null, true, false);
  }
}
