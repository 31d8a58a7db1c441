package dev.reprise.function;

/** The result of an action that has none: not null, which a policy may reject. */
public enum VoidResult {
  /** There is nothing to return. */
  DONE
}
