package dev.reprise.classify;

/**
 * What sort of failure a verdict is about. Logs, reports and adaptive parts read it; it decides
 * nothing by itself.
 */
public enum FailureKind {
  /** No more is known: the kind of what is accepted or aborted, unless somebody says otherwise. */
  OTHER,
  /** A passing fault, such as a lost connection. */
  TRANSIENT,
  /** The server refused because of load or a quota. */
  THROTTLED,
  /** No answer came in time. */
  TIMEOUT
}
