package dev.reprise.decision;

/** Why a call came to its end. Every call has exactly one. */
public enum StopReason {
  /** An attempt was accepted. */
  SUCCEEDED("succeeded"),
  /** The outcome is one that another attempt would not mend. */
  NOT_RETRYABLE("not retryable"),
  /** The call was declared not idempotent and the failure may have had an effect. */
  EFFECT_UNKNOWN("effect unknown"),
  /** A retry below this one has already tried and reported it. */
  ALREADY_RETRIED("already retried below"),
  /**
   * Retrying is switched off, by {@code Retry.none()} or the system property {@code
   * reprise.disabled}.
   */
  DISABLED("retrying is switched off"),
  /** All attempts were used. */
  ATTEMPTS("attempts used up"),
  /** The policy's own condition for giving up held. */
  CONDITION("condition to give up"),
  /** The next attempt would have started at or after the deadline. */
  DEADLINE("deadline"),
  /** The server asked for a longer wait than the policy allows. */
  HINT_TOO_LONG("server asked for too long a wait"),
  /** The budget refused the retry. */
  BUDGET("budget"),
  /** The thread was interrupted, or the operation was. */
  INTERRUPTED("interrupted"),
  /** The caller or the operation cancelled it. */
  CANCELLED("cancelled"),
  /** A predicate, classifier or delay function of the policy threw, or the sleeper. */
  POLICY_FAILED("policy failed"),
  /** The executor did not take the next attempt. */
  EXECUTOR_REJECTED("executor rejected"),
  /** The retry was shut down. */
  SHUT_DOWN("shut down");

  private final String words;

  StopReason(String words) {
    this.words = words;
  }

  /**
   * The reason as people read it.
   *
   * @return lower-case words
   */
  @Override
  public String toString() {
    return words;
  }
}
