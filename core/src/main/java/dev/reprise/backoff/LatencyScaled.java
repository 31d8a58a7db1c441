package dev.reprise.backoff;

import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import dev.reprise.internal.text.Parameter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A curve in units of the latency L of an attempt: a random delay from zero up to a reach. A floor
 * or cap narrows the range, and delays do not gather at its ends.
 */
record LatencyScaled(Kind kind, double factor, LatencyBounds reach) implements Leaf {

  /** Latency of an attempt while none was measured. */
  static final long DEFAULT_LATENCY_NANOS = Duration.ofMillis(10).toNanos();

  /** The time from which the reach is computed. */
  @SuppressWarnings("ImmutableEnumChecker") // a parameter and bounds do not change
  enum Kind {
    /**
     * {@code U(0, clamp(share · t, min · L, max · L))}, where t is the time since the call began: a
     * caller that has waited long waits long again.
     */
    ELAPSED("elapsed", "share", 0, 0.7, new LatencyBounds(1.5, 50)),
    /**
     * {@code U(0, clamp(n · L · factor^(retry − 1), min · L, max(max · L, n · L)))}, where n is the
     * number of local callers that retry on the resource: the delays of n callers are spread over
     * the time that n attempts take one after another.
     */
    CONTENTION("contention", "factor", 1, 1.33, new LatencyBounds(2, 65));

    private final String text;
    private final String setting;
    private final double minFactor;
    final Parameter<Double> factor;
    private final LatencyBounds defaultReach;

    Kind(String text, String setting, double minFactor, double factor, LatencyBounds reach) {
      this.text = text;
      this.setting = setting;
      this.minFactor = minFactor;
      this.factor = Parameter.decimal("a " + setting).after("x", "x" + factor).byDefault(factor);
      this.defaultReach = reach;
    }

    LatencyScaled byDefault() {
      return withFactor(factor.byDefault());
    }

    LatencyScaled withFactor(double value) {
      return new LatencyScaled(this, value, defaultReach);
    }
  }

  LatencyScaled {
    factor += 0.0; // 0 for -0, which would neither equal nor print as 0
    if (!(factor >= kind.minFactor && factor < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          kind.setting
              + " must be at least "
              + (int) kind.minFactor
              + " and finite, but was "
              + factor);
    }
  }

  /** Returns true if one of the curves is scaled by latency. */
  static boolean isIn(List<Stage> stages) {
    for (Stage stage : stages) {
      if (stage.leaf() instanceof LatencyScaled) {
        return true;
      }
    }
    return false;
  }

  LatencyScaled within(LatencyBounds reach) {
    return new LatencyScaled(kind, factor, reach);
  }

  /** The longest delay before a retry, in nanoseconds; saturating. */
  private long reachNanos(int retry, Progress progress, View view, long nowNanos) {
    double latency = latencyNanos(progress, view);
    double max = reach.max() * latency;
    double wanted;
    if (kind == Kind.ELAPSED) {
      wanted = factor * Math.max(0, nowNanos - progress.countedSinceNanos());
    } else {
      double inTurn = Math.max(1, view.retrying()) * latency;
      max = Math.max(max, inTurn);
      wanted = inTurn * StrictMath.pow(factor, retry - 1);
    }
    return Math.round(Math.min(max, Math.max(reach.min() * latency, wanted)));
  }

  /** The observed latency, else that of the attempt that just failed, else the default. */
  private static long latencyNanos(Progress progress, View view) {
    if (view.attemptLatencyNanos() > 0) {
      return view.attemptLatencyNanos();
    }
    return progress.lastAttemptNanos() > 0 ? progress.lastAttemptNanos() : DEFAULT_LATENCY_NANOS;
  }

  @Override
  public long delayNanos(
      Bounds bounds,
      int retry,
      Progress progress,
      View view,
      long nowNanos,
      RandomGenerator random) {
    long reach = reachNanos(retry, progress, view, nowNanos);
    return Nanos.between(bounds.clamp(0), bounds.clamp(reach), random);
  }

  @Override
  public Optional<DelayRange> range(Bounds bounds, int retry) {
    return Optional.empty();
  }

  @Override
  public Optional<DelayRange> range(
      Bounds bounds, int retry, Progress progress, View view, long nowNanos) {
    long reach = reachNanos(retry, progress, view, nowNanos);
    return Optional.of(DelayRange.uniform(bounds.clamp(0), bounds.clamp(reach)));
  }

  @Override
  public boolean isRandom() {
    return true;
  }

  @Override
  public String name() {
    return kind.text;
  }

  @Override
  public List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    if (factor != kind.factor.byDefault()) {
      arguments.add(kind.factor.format(factor));
    }
    reach.addTo(arguments, kind.defaultReach);
    return arguments;
  }

  /** Written out: the generated method of a record prevents class unloading once it was called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LatencyScaled that
        && kind == that.kind
        && Double.compare(factor, that.factor) == 0
        && reach.equals(that.reach);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * kind.name().hashCode() + Double.hashCode(factor)) + reach.hashCode();
  }
}
