package dev.reprise.internal.call;

import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import org.jspecify.annotations.Nullable;

/** The checks that depend on shared state. They come last, after {@link RetryPolicy#decide}. */
public final class Gates {

  private Gates() {}

  /**
   * Returns the decision after the checks with state: the shutdown signal, then the budget. If the
   * decision is still to make another attempt, a permit is held for it.
   */
  public static Decision allowed(CallSettings settings, Decision decided, long nowNanos) {
    if (!(decided instanceof Decision.RetryAfter)) {
      return decided;
    }
    if (settings.shared().waits().isShutDown()) {
      return Decision.giveUp(decided.verdict(), StopReason.SHUT_DOWN);
    }
    return settings.state().tryAcquire(decided.verdict().price(), nowNanos)
        ? decided
        : Decision.giveUp(decided.verdict(), StopReason.BUDGET);
  }

  /** The reason for which the next attempt of a call cannot start now; null if it can. */
  public static @Nullable StopReason whyNotNow(CallSettings settings, long elapsedNanos) {
    if (settings.shared().waits().isShutDown()) {
      return StopReason.SHUT_DOWN;
    }
    return settings.policy().limits().timeLeft(elapsedNanos) <= 0 ? StopReason.DEADLINE : null;
  }
}
