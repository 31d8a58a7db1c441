package dev.reprise.simulator.client;

/** The result of an attempt, as its client sees it. */
public enum Answer {
  /** It was served. */
  SERVED,
  /** Another client was faster, and this one has to begin anew. */
  CONFLICT,
  /** It failed without having been served. */
  FAILED,
  /** What it called had retried in vain, and its failure says so. */
  EXHAUSTED,
  /** It was turned away for lack of room. */
  REJECTED,
  /** It was turned away for being one too many in a time. */
  THROTTLED,
  /** A part was served; the unprocessed items must be sent again. */
  PARTLY,
  /** Its client waited no longer. */
  TIMED_OUT
}
