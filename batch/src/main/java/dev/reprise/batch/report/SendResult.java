package dev.reprise.batch.report;

/**
 * The result of an item that was pushed to a {@link dev.reprise.batch.BatchSender} and need not be
 * sent again. The future of any other item completes with a {@link DeadItemException} or a {@link
 * NotAttemptedException}.
 */
public enum SendResult {
  /** The service accepted the item. */
  DONE,
  /** The journal records that the service accepted the item in an earlier run. */
  DONE_BEFORE,
  /**
   * A later item of the same key replaced this item before the service accepted it. The result of
   * the key is that of the later item, which may still fail.
   */
  SUPERSEDED
}
