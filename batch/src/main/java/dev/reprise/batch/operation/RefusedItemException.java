package dev.reprise.batch.operation;

/**
 * Thrown by a function of a batch that computes the weight, cost, key or group of an item, to
 * refuse the item: it is dead without a call, with the reason {@link
 * dev.reprise.decision.StopReason#NOT_RETRYABLE} and this message. Any other exception of such a
 * function is a mistake in the program, with the reason {@link
 * dev.reprise.decision.StopReason#POLICY_FAILED}.
 */
public class RefusedItemException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  /**
   * Creates an exception.
   *
   * @param message why no call can carry the item
   */
  public RefusedItemException(String message) {
    super(message);
  }
}
