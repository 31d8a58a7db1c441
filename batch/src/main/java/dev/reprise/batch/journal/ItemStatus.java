package dev.reprise.batch.journal;

/** What a journal knows of an item. */
public enum ItemStatus {
  /** Nothing: it is to be sent. */
  NOTHING,
  /** An earlier run sent it, and the service accepted it. */
  DONE,
  /** It gave way to a later item of its key, which the service accepted: it must not be sent. */
  GAVE_WAY
}
