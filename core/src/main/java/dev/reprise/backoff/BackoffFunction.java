package dev.reprise.backoff;

import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import java.util.random.RandomGenerator;

/**
 * A delay computed by code, for {@link Backoff#custom(String, BackoffFunction)}. It must be safe
 * for use by many threads, and should depend on its arguments alone: then a policy that contains it
 * can be simulated and replayed.
 */
@FunctionalInterface
public interface BackoffFunction {

  /**
   * The delay before the next retry. Floor, cap and jitter of the backoff are applied to the
   * answer. What it throws ends the call, with the operation's own failure thrown.
   *
   * @param progress how far the call has come; the next retry is retry number {@link
   *     Progress#retry()}. Within {@link Backoff#thenAfter} it counts from where this part began
   * @param view what is known of the called resource
   * @param nowNanos the current tick
   * @param random where to draw from, and the only source to draw from
   * @return nanoseconds; a negative number counts as 0
   */
  long delayNanos(Progress progress, View view, long nowNanos, RandomGenerator random);
}
