package dev.reprise.simulator.client;

/** The result of an attempt, as its client observes it. */
public enum AttemptResult {
  /** The target completed the attempt. */
  SERVED,
  /** A concurrent change by another client was applied first; the operation must start again. */
  CONFLICT,
  /** The attempt failed without having been completed. */
  FAILED,
  /** The service that was called used up its own retries, and its failure reports that. */
  EXHAUSTED,
  /** The target rejected the attempt because its queue is full. */
  REJECTED,
  /** The target rejected the attempt because it exceeds a rate. */
  THROTTLED,
  /** The target completed part of the attempt; the unprocessed items must be sent again. */
  PARTIALLY_SERVED,
  /** The client's timeout passed before a result arrived. */
  TIMED_OUT
}
