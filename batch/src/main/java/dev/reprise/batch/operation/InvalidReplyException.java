package dev.reprise.batch.operation;

/**
 * A reply that does not fit its chunk: it names an item that was not in it, names one twice, or is
 * null. A mistake of the operation: not retried unless named in the policy, and every item of the
 * chunk counts as dead, because nothing in such a reply can be trusted.
 */
public final class InvalidReplyException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  /**
   * A reply that does not fit.
   *
   * @param message the mistake in it
   */
  public InvalidReplyException(String message) {
    super(message);
  }
}
