package dev.reprise.backoff;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Random backoffs of every kind except custom, with settings from nanoseconds to centuries. */
final class RandomBackoffs {

  private static final long[] UNITS = {
    1L,
    1_000L,
    1_000_000L,
    100_000_000L,
    1_000_000_000L,
    3_600_000_000_000L,
    86_400_000_000_000_000L
  };

  private final RandomGenerator random;

  RandomBackoffs(RandomGenerator random) {
    this.random = random;
  }

  Backoff next() {
    return next(2);
  }

  private Backoff next(int depth) {
    if (depth > 0 && random.nextInt(5) == 0) {
      return random.nextBoolean()
          ? bounded(next(depth - 1).thenAfter(1 + random.nextInt(5), next(depth - 1)))
          : next(depth - 1).thenAfter(1 + random.nextInt(5), next(depth - 1));
    }
    Backoff curve = curve();
    return spread(bounded(curve));
  }

  private Backoff curve() {
    return switch (random.nextInt(11)) {
      case 0 -> Backoff.none();
      case 1 -> Backoff.fixed(duration());
      case 2 -> Backoff.linear(duration(), duration());
      case 3 -> Backoff.exponential(duration(), factor());
      case 4 -> Backoff.fibonacci(duration());
      case 5 -> uniform();
      case 6 -> Backoff.sequence(duration(), duration(), duration());
      case 7, 8 -> latencyScaled();
      case 9 -> Backoff.finiteSequence(duration(), duration());
      default -> decorrelated();
    };
  }

  /** Returns a backoff that is scaled by the latency of attempts. */
  Backoff latencyScaled() {
    double min = random.nextInt(3) * random.nextDouble(100);
    double max = min + Math.pow(10, random.nextInt(-3, 12)) * (1 - random.nextDouble());
    return switch (random.nextInt(4)) {
      case 0 -> Backoff.elapsed();
      case 1 -> Backoff.elapsed(3 * (1 - random.nextDouble()), min, max);
      case 2 -> Backoff.contention();
      default -> Backoff.contention(factor(), min, max);
    };
  }

  private Backoff uniform() {
    Duration one = duration();
    Duration other = duration();
    return one.compareTo(other) <= 0 ? Backoff.uniform(one, other) : Backoff.uniform(other, one);
  }

  private Backoff decorrelated() {
    Duration base = duration();
    return Backoff.decorrelated(base, base.multipliedBy(1 + random.nextInt(1_000)));
  }

  private Backoff bounded(Backoff backoff) {
    try {
      Backoff capped = random.nextBoolean() ? backoff.cappedAt(duration()) : backoff;
      return random.nextInt(3) == 0 ? capped.withFloor(duration()) : capped;
    } catch (IllegalArgumentException crossed) {
      return backoff;
    }
  }

  private Backoff spread(Backoff backoff) {
    return backoff.hasJitter() ? backoff : backoff.jitter(jitter());
  }

  Jitter jitter() {
    return switch (random.nextInt(4)) {
      case 0 -> Jitter.none();
      case 1 -> Jitter.full();
      case 2 -> Jitter.equal();
      default -> Jitter.proportional(1 - random.nextDouble());
    };
  }

  double factor() {
    return random.nextBoolean() ? 1 + random.nextInt(10) : 1 + 3 * random.nextDouble();
  }

  /** Returns at least a nanosecond. */
  Duration duration() {
    long unit = UNITS[random.nextInt(UNITS.length)];
    return Duration.ofNanos(unit).multipliedBy(1 + random.nextInt(2_000));
  }

  int retry() {
    return switch (random.nextInt(4)) {
      case 0 -> 1 + random.nextInt(10);
      case 1 -> 1 + random.nextInt(100);
      case 2 -> 1 + random.nextInt(100_000);
      default -> Integer.MAX_VALUE - random.nextInt(3);
    };
  }
}
