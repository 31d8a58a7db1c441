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
   * result. An exception ends the call, which then throws the failure of the operation.
   *
   * @param progress progress of the call; the next retry is retry number {@link Progress#retry()}.
   *     Within {@link Backoff#thenAfter} it counts from where this part began
   * @param view snapshot of the called resource
   * @param nowNanos the current tick
   * @param random the only permitted source of randomness
   * @return nanoseconds; a negative number counts as 0
   */
  long delayNanos(Progress progress, View view, long nowNanos, RandomGenerator random);
}
