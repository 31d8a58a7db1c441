package dev.reprise.idempotency.outcome;

/** The reason why duplicates can or cannot get an outcome. */
public enum Replayability {
  /** They can. */
  REPLAYABLE,
  /** The outcome has more bytes than the guard keeps; that the operation ran is recorded. */
  TOO_LARGE,
  /** The codec could not write the outcome; that the operation ran is recorded. */
  NOT_ENCODABLE,
  /**
   * The codec could not read what is recorded, or no codec is known for it: the recording program
   * was another one.
   */
  NOT_DECODABLE
}
