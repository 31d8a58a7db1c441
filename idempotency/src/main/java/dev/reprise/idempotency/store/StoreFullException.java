package dev.reprise.idempotency.store;

/**
 * A bounded store has no place for a new key, because all of its keys are leased. The operation was
 * not run; it may be tried again when others have finished. Over HTTP it is a 503.
 */
public final class StoreFullException extends IdempotencyStoreException {

  private static final long serialVersionUID = 1;

  /**
   * A store without a place to free.
   *
   * @param maxEntries how many keys it holds
   */
  public StoreFullException(int maxEntries) {
    super("all " + maxEntries + " keys are leased (maxEntries)", null);
  }
}
