package dev.reprise.idempotency.store;

/**
 * A bounded store is full and cannot evict a key, because all of its keys are leased. The operation
 * was not run; a retry can succeed after other operations have ended. Over HTTP, respond with
 * status 503.
 */
public final class StoreFullException extends IdempotencyStoreException {

  private static final long serialVersionUID = 1;

  /**
   * Creates the exception.
   *
   * @param maxEntries maximum number of keys of the store, at least 1
   */
  public StoreFullException(int maxEntries) {
    super("all " + maxEntries + " keys are leased (maxEntries)", null);
  }
}
