package dev.reprise.batch.operation;

/**
 * A reply that does not fit its chunk: it names an item that was not in the chunk, names an item
 * twice, or is null. This is a mistake of the operation. It is not retried unless the policy names
 * this exception, and every item of the chunk counts as dead, because nothing in such a reply is
 * reliable.
 */
public final class InvalidReplyException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  /**
   * Creates an exception for a reply that does not fit.
   *
   * @param message the mistake in the reply
   */
  public InvalidReplyException(String message) {
    super(message);
  }
}
