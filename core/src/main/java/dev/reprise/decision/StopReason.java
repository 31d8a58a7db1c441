package dev.reprise.decision;

/** Reason for the end of a call. Every call has exactly one. */
public enum StopReason {
  /** An attempt was accepted. */
  SUCCEEDED("succeeded"),
  /** Another attempt would not change the outcome. */
  NOT_RETRYABLE("not retryable"),
  /** The call was declared not idempotent and the failure may have had an effect. */
  EFFECT_UNKNOWN("effect unknown"),
  /** A nested retry has already retried this failure. */
  ALREADY_RETRIED("already retried below"),
  /**
   * Retries are switched off by {@code Retry.none()} or the system property {@code
   * reprise.disabled}.
   */
  DISABLED("retrying is switched off"),
  /** The maximum number of attempts was reached. */
  ATTEMPTS("attempts used up"),
  /** The policy's condition for giving up was true. */
  CONDITION("condition to give up"),
  /** The next attempt would have started at or after the deadline. */
  DEADLINE("deadline"),
  /** The server asked for a longer wait than the policy allows. */
  HINT_TOO_LONG("server requested a wait that is too long"),
  /** The budget refused the retry. */
  BUDGET("budget"),
  /** The thread or the operation was interrupted. */
  INTERRUPTED("interrupted"),
  /** The caller or the operation cancelled the call. */
  CANCELLED("cancelled"),
  /**
   * A predicate, classifier or delay function of the policy, or the sleeper, threw an exception.
   */
  POLICY_FAILED("policy failed"),
  /** The executor rejected the next attempt. */
  EXECUTOR_REJECTED("executor rejected"),
  /** The retry was shut down. */
  SHUT_DOWN("shut down");

  private final String words;

  StopReason(String words) {
    this.words = words;
  }

  /**
   * The reason as text.
   *
   * @return lower-case words
   */
  @Override
  public String toString() {
    return words;
  }
}
