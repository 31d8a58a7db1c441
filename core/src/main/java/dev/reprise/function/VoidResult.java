package dev.reprise.function;

/** The result of an action without a result: not null, because a policy may reject null. */
public enum VoidResult {
  /** There is nothing to return. */
  DONE
}
