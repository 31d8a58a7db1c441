package dev.reprise.servlet;

/** The handler's answer is not one to be recorded: makes the guard release the key. */
final class NotAnOutcomeException extends Exception {

  private static final long serialVersionUID = 1;

  NotAnOutcomeException() {
    super(null, null, true, false);
  }
}
