package dev.reprise.decision;

import dev.reprise.classify.Verdict;
import dev.reprise.text.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * Decision after an attempt: the call succeeds, continues after a delay, gives up, or waits for
 * another attempt in flight. Immutable.
 */
public sealed interface Decision {

  /**
   * The verdict on the outcome.
   *
   * @return the verdict on which the decision is based
   */
  Verdict verdict();

  /**
   * The outcome is the result of the call.
   *
   * @param verdict the verdict on the outcome
   * @param pauseNanos pause before later calls that the server asked for, in nanoseconds, if the
   *     policy {@linkplain dev.reprise.policy.RetryPolicyBuilder#hintsOnSuccess() follows such
   *     hints}; else 0
   */
  record Accept(Verdict verdict, long pauseNanos) implements Decision {

    private static final Accept PLAIN = new Accept(Verdict.accept(), 0);
  }

  /**
   * Another attempt follows.
   *
   * @param verdict the verdict on the outcome
   * @param delayNanos the wait before the attempt, in nanoseconds, at least 0
   * @param source origin of the length of the wait
   * @param progress progress of the call, without this wait
   */
  record RetryAfter(Verdict verdict, long delayNanos, WaitSource source, Progress progress)
      implements Decision {

    /**
     * The progress for the next attempt.
     *
     * @return the progress with this wait as the previous one
     */
    public Progress next() {
      return progress.waiting(delayNanos);
    }

    /**
     * Returns true if the server's hint, not the backoff, determined the length of the wait.
     *
     * @return true if the source is the server
     */
    public boolean hinted() {
      return source == WaitSource.SERVER;
    }
  }

  /**
   * This attempt decides nothing, since another attempt of the call decides: one that is still in
   * flight, or the accepted one for which this one was cancelled.
   *
   * @param verdict the verdict on the outcome
   * @param next the progress for the next decision
   */
  record DeferredToInFlight(Verdict verdict, Progress next) implements Decision {}

  /**
   * No further attempt.
   *
   * @param verdict the verdict on the outcome
   * @param stopReason reason why there is no further attempt
   * @param policyFailure exception thrown by code of the policy, or by a clock or sleeper during
   *     the attempt, if the stop reason is {@link StopReason#POLICY_FAILED}, else null
   */
  record GiveUp(Verdict verdict, StopReason stopReason, @Nullable Throwable policyFailure)
      implements Decision {

    /**
     * Verdict, stop reason, and the class of the policy failure without its message, which may have
     * any content.
     *
     * @return one line
     */
    @Override
    public String toString() {
      String why =
          policyFailure == null
              ? ""
              : ", policyFailure=" + PrintableText.oneLine(policyFailure.getClass().getName());
      return "GiveUp[verdict=" + verdict + ", stopReason=" + stopReason + why + "]";
    }
  }

  /**
   * The outcome is accepted, without a pause for later calls.
   *
   * @return the decision
   */
  static Decision accept() {
    return Accept.PLAIN;
  }

  /**
   * The call ends without another attempt.
   *
   * @param verdict the verdict on the outcome
   * @param stopReason reason why there is no further attempt
   * @return the decision
   */
  static Decision giveUp(Verdict verdict, StopReason stopReason) {
    return new GiveUp(verdict, stopReason, null);
  }
}
