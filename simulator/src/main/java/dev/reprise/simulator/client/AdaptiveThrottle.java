package dev.reprise.simulator.client;

import java.util.random.RandomGenerator;

/** Adaptive throttling by a process, as {@link ClientExtras#throttle()} describes it. */
final class AdaptiveThrottle {

  private final double factor;
  private final SlidingCounts requests;

  AdaptiveThrottle(ClientExtras extras) {
    factor = extras.throttle();
    requests = new SlidingCounts(extras.throttleWindowNanos());
  }

  /** Counts a request, and returns whether the process rejects it itself. */
  boolean rejects(long nowNanos, RandomGenerator random) {
    double made = requests.all(nowNanos);
    double surplus = (made - factor * requests.some(nowNanos)) / (made + 1);
    requests.add(nowNanos, true, false);
    return surplus > 0 && random.nextDouble() < surplus;
  }

  /** Counts a result that the target sent. */
  void ended(long nowNanos, AttemptResult result) {
    if (result == AttemptResult.SERVED || result == AttemptResult.PARTIALLY_SERVED) {
      requests.add(nowNanos, false, true);
    }
  }
}
