package dev.reprise.decision;

import dev.reprise.classify.Verdict;
import dev.reprise.text.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * What follows from an attempt's outcome: the call is done, goes on after a delay, ends here, or
 * waits for another attempt. Immutable.
 */
public sealed interface Decision {

  /**
   * What the outcome was taken for.
   *
   * @return the verdict that the decision rests on
   */
  Verdict verdict();

  /**
   * The outcome is the result of the call.
   *
   * @param verdict what the outcome was taken for
   * @param pauseNanos how long the server wants to be left alone by later calls, in nanoseconds,
   *     where the policy {@linkplain dev.reprise.policy.RetryPolicyBuilder#hintsOnSuccess() follows
   *     that}; else 0
   */
  record Accept(Verdict verdict, long pauseNanos) implements Decision {

    private static final Accept PLAIN = new Accept(Verdict.accept(), 0);
  }

  /**
   * Another attempt follows.
   *
   * @param verdict what the outcome was taken for
   * @param delayNanos the wait before it, in nanoseconds, at least 0
   * @param source who asked for the length of the wait
   * @param progress how far the call has come, without this wait
   */
  record RetryAfter(Verdict verdict, long delayNanos, WaitSource source, Progress progress)
      implements Decision {

    /**
     * The progress to go on with.
     *
     * @return the progress with this wait as the previous one
     */
    public Progress next() {
      return progress.waiting(delayNanos);
    }

    /**
     * Whether the server's hint, not the backoff, set the length of the wait.
     *
     * @return true if the source is the server
     */
    public boolean hinted() {
      return source == WaitSource.SERVER;
    }
  }

  /**
   * Nothing follows from this attempt, for others of the call decide: one that is still in flight,
   * or the one that was accepted when this one was called off.
   *
   * @param verdict what the outcome was taken for
   * @param next the progress to go on with
   */
  record DeferredToInFlight(Verdict verdict, Progress next) implements Decision {}

  /**
   * No further attempt.
   *
   * @param verdict what the outcome was taken for
   * @param reason why
   * @param policyFailure what the policy's own code threw when the reason is {@link
   *     StopReason#POLICY_FAILED}, else null
   */
  record GiveUp(Verdict verdict, StopReason reason, @Nullable Throwable policyFailure)
      implements Decision {

    /**
     * Verdict and reason, and the class of the bug, whose message may be anybody's.
     *
     * @return one line
     */
    @Override
    public String toString() {
      String why =
          policyFailure == null
              ? ""
              : ", policyFailure=" + PrintableText.oneLine(policyFailure.getClass().getName());
      return "GiveUp[verdict=" + verdict + ", reason=" + reason + why + "]";
    }
  }

  /**
   * The outcome is accepted and nothing is asked of later calls.
   *
   * @return the decision
   */
  static Decision accept() {
    return Accept.PLAIN;
  }

  /**
   * The call ends without another attempt.
   *
   * @param verdict what the outcome was taken for
   * @param reason why
   * @return the decision
   */
  static Decision giveUp(Verdict verdict, StopReason reason) {
    return new GiveUp(verdict, reason, null);
  }
}
