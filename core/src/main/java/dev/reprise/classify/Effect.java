package dev.reprise.classify;

/** Possible effect of a failed attempt on the called resource. */
public enum Effect {
  /** No effect: the request was refused before it was processed, or was never sent. */
  NONE,
  /** The request may have had its effect: the usual case of an exception. */
  UNKNOWN
}
