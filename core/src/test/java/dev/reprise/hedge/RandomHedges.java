package dev.reprise.hedge;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Random hedges with every setting. */
public final class RandomHedges {

  private RandomHedges() {}

  /** The next one. */
  public static Hedge next(RandomGenerator random) {
    Hedge hedge =
        switch (random.nextInt(4)) {
          case 0 -> Hedge.after(Duration.ofNanos(random.nextLong(Long.MAX_VALUE)));
          case 1 -> Hedge.after(Duration.ofMillis(random.nextInt(1_000)));
          case 2 -> Hedge.atPercentile(1 + random.nextInt(99));
          default -> Hedge.atPercentile(Math.nextUp(random.nextDouble() * 99.99));
        };
    Hedge floored =
        hedge.isPercentile() && random.nextBoolean()
            ? hedge.withFloor(Duration.ofNanos(random.nextLong(Long.MAX_VALUE)))
            : hedge;
    return random.nextBoolean() ? floored.maxInFlight(2 + random.nextInt(5)) : floored;
  }
}
