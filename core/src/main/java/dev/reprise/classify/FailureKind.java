package dev.reprise.classify;

/**
 * Kind of failure in a verdict. Used by logs, reports and adaptive components; it does not decide
 * whether there is a retry.
 */
public enum FailureKind {
  /** Unknown: the default for accepted and aborted outcomes. */
  OTHER,
  /** A temporary fault, such as a lost connection. */
  TRANSIENT,
  /** The server refused because of load or a quota. */
  THROTTLED,
  /** No response in time. */
  TIMEOUT
}
