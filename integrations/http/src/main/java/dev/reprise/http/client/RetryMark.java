package dev.reprise.http.client;

import dev.reprise.policy.Nesting;
import dev.reprise.policy.RetryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * A mark that a retried call leaves on the requests of its attempts. A second set of retries on the
 * same client finds it and makes no attempts of its own, because attempts would multiply: a
 * response has no report as a failure has. After the end of the call the mark has no effect, also
 * on a request that was copied. Safe for use by any thread.
 */
public final class RetryMark {

  private volatile boolean active;

  private RetryMark(boolean active) {
    this.active = active;
  }

  /**
   * Begins a call.
   *
   * @param policy the policy of the call
   * @return a mark; without effect if the policy {@linkplain Nesting#MULTIPLY multiplies} attempts
   */
  public static RetryMark begin(RetryPolicy policy) {
    return new RetryMark(policy.nesting() != Nesting.MULTIPLY);
  }

  /** Ends the call. */
  public void end() {
    active = false;
  }

  /**
   * Returns whether a request belongs to an attempt of a call that is not over.
   *
   * @param found the attribute of the request where the mark may be; null if there is none
   * @return true if it is the mark of such a call
   */
  public static boolean isActive(@Nullable Object found) {
    return found instanceof RetryMark mark && mark.active;
  }
}
