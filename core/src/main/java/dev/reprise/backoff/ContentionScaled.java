package dev.reprise.backoff;

import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code U(0, clamp(n · L · factor^(retry − 1), min · L, max(max · L, n · L)))}, where n is the
 * number of local callers that retry on the resource, and L the latency of an attempt: the delays
 * of n callers are spread over the time that n attempts take one after another.
 */
record ContentionScaled(double factor, LatencyBounds reach) implements LatencyScaled {

  static final double FACTOR = 1.33;
  static final LatencyBounds REACH = new LatencyBounds(2, 65);

  ContentionScaled {
    if (!(factor >= 1 && factor < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("factor must be at least 1 and finite, but was " + factor);
    }
  }

  @Override
  public double reachNanos(int retry, Progress progress, View view, long nowNanos) {
    double latency = LatencyScaled.latencyNanos(progress, view);
    double inTurn = Math.max(1, view.retrying()) * latency;
    double most = Math.max(reach.max() * latency, inTurn);
    return Math.min(
        most, Math.max(reach.min() * latency, inTurn * StrictMath.pow(factor, retry - 1)));
  }

  @Override
  public ContentionScaled within(LatencyBounds reach) {
    return new ContentionScaled(factor, reach);
  }

  @Override
  public String name() {
    return "contention";
  }

  @Override
  public List<String> arguments() {
    return reach.arguments(factor, FACTOR, REACH);
  }

  /** Written out: the generated method of a record prevents class unloading once it was called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ContentionScaled that
        && Double.compare(factor, that.factor) == 0
        && reach.equals(that.reach);
  }

  @Override
  public int hashCode() {
    return 31 * Double.hashCode(factor) + reach.hashCode();
  }
}
