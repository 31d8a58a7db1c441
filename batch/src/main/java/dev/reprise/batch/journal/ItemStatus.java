package dev.reprise.batch.journal;

/** Status of an item in a journal. */
public enum ItemStatus {
  /** Not recorded: the item must be sent. */
  UNKNOWN,
  /** An earlier run sent the item, and the service accepted it. */
  DONE,
  /**
   * A later item of the same key replaced the item, and the service accepted the later one: this
   * item must not be sent.
   */
  SUPERSEDED
}
