package dev.reprise.idempotency.outcome;

/** Possibility of a replay of an outcome to duplicates, with the reason if there is none. */
public enum Replayability {
  /** Duplicates can get the outcome. */
  REPLAYABLE,
  /** The outcome is larger than guard or store allow. Only a marker is recorded. */
  TOO_LARGE,
  /** The codec could not encode the outcome. Only a marker is recorded. */
  NOT_ENCODABLE,
  /**
   * The codec could not decode the recorded outcome, or there is no codec for its type, for example
   * because a different version of the program recorded it.
   */
  NOT_DECODABLE
}
