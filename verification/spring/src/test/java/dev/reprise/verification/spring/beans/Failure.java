package dev.reprise.verification.spring.beans;

/** A failure that is retried by default. */
final class Failure extends RuntimeException {

  private static final long serialVersionUID = 1;

  Failure(int attempt) {
    super("attempt " + attempt);
  }
}
