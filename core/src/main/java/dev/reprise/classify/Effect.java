package dev.reprise.classify;

/** Whether a failed attempt may have changed something on the other side. */
public enum Effect {
  /** Nothing can have happened: the request was refused before it was acted on, or never left. */
  NONE,
  /** It may have happened: the usual case of an exception. */
  UNKNOWN
}
