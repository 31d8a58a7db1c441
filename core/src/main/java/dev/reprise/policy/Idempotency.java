package dev.reprise.policy;

import dev.reprise.function.Attempt;

/** The user's declaration of the effect of executing the operation twice. */
public enum Idempotency {
  /**
   * No declaration: the conditions of the policy decide, without regard to possible effects. The
   * default.
   */
  UNSPECIFIED("unspecified"),
  /** Two executions have the same effect as one: every retryable failure is retried. */
  IDEMPOTENT("idempotent"),
  /**
   * Two executions have the same effect as one, because the receiver recognizes the call by its
   * {@linkplain Attempt#idempotencyKey() key}: every retryable failure is retried, and integrations
   * send the key.
   */
  KEYED("keyed"),
  /** A second execution is harmful: only failures that had no effect are retried. */
  NOT_IDEMPOTENT("notIdempotent");

  private final String text;

  Idempotency(String text) {
    this.text = text;
  }

  /**
   * Returns whether a second execution of the operation, even at the same time, is declared
   * harmless.
   *
   * @return true if idempotent, with or without a key
   */
  public boolean allowsDuplicates() {
    return this == IDEMPOTENT || this == KEYED;
  }

  /**
   * The name in the policy's text form.
   *
   * @return {@code unspecified}, {@code idempotent}, {@code keyed} or {@code notIdempotent}
   */
  @Override
  public String toString() {
    return text;
  }
}
