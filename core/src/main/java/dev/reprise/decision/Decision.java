package dev.reprise.decision;

import dev.reprise.classify.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * What follows from an attempt's outcome: the call is done, goes on after a delay, or ends here.
 * Immutable.
 */
public sealed interface Decision {

  /**
   * What the outcome was taken for.
   *
   * @return the verdict that the decision rests on
   */
  Verdict verdict();

  /** The outcome is the result of the call. */
  record Accept() implements Decision {

    private static final Accept INSTANCE = new Accept();

    @Override
    public Verdict verdict() {
      return Verdict.accept();
    }
  }

  /**
   * Another attempt follows.
   *
   * @param verdict what the outcome was taken for
   * @param delayNanos the wait before it, in nanoseconds, at least 0
   * @param hinted whether the server's hint, not the backoff, set the length of the wait
   * @param next the progress to go on with
   */
  record RetryAfter(Verdict verdict, long delayNanos, boolean hinted, Progress next)
      implements Decision {}

  /**
   * No further attempt.
   *
   * @param verdict what the outcome was taken for
   * @param reason why
   * @param bug what the policy's own code threw when the reason is {@link
   *     StopReason#POLICY_FAILED}, else null
   */
  record GiveUp(Verdict verdict, StopReason reason, @Nullable Throwable bug) implements Decision {}

  /**
   * The outcome is accepted.
   *
   * @return the one decision of this kind
   */
  static Decision accept() {
    return Accept.INSTANCE;
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
