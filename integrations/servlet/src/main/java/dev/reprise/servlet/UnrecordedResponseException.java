package dev.reprise.servlet;

/** The handler's response is not one to be recorded: makes the guard release the key. */
final class UnrecordedResponseException extends Exception {

  private static final long serialVersionUID = 1;

  UnrecordedResponseException() {
    super(null, null, true, false);
  }
}
