package dev.reprise.backoff;

import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code U(0, clamp(share · t, min · L, max · L))}, where t is the time since the call began, and L
 * the latency of an attempt: a call that has already waited long waits long again.
 */
record Elapsed(double share, LatencyBounds reach) implements LatencyScaled {

  static final double SHARE = 0.7;
  static final LatencyBounds REACH = new LatencyBounds(1.5, 50);

  Elapsed {
    share += 0.0; // 0 for -0, which would neither equal nor print as 0
    if (!(share >= 0 && share < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("share must be at least 0 and finite, but was " + share);
    }
  }

  @Override
  public double reachNanos(int retry, Progress progress, View view, long nowNanos) {
    double latency = LatencyScaled.latencyNanos(progress, view);
    double since = Math.max(0, nowNanos - progress.countedSinceNanos());
    return Math.min(reach.max() * latency, Math.max(reach.min() * latency, share * since));
  }

  @Override
  public Elapsed within(LatencyBounds reach) {
    return new Elapsed(share, reach);
  }

  @Override
  public String name() {
    return "elapsed";
  }

  @Override
  public List<String> arguments() {
    return reach.arguments(share, SHARE, REACH);
  }

  /** Written out: the generated method of a record prevents class unloading once it was called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Elapsed that
        && Double.compare(share, that.share) == 0
        && reach.equals(that.reach);
  }

  @Override
  public int hashCode() {
    return 31 * Double.hashCode(share) + reach.hashCode();
  }
}
