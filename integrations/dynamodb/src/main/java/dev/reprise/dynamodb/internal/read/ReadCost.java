package dev.reprise.dynamodb.internal.read;

import dev.reprise.batch.Pace;
import dev.reprise.dynamodb.read.KeyRead;
import java.util.List;

/**
 * Cost of a key for the pace. The true cost is known only after the read, so a key is charged the
 * average of the earlier keys. The difference between charge and cost is spread over the following
 * keys. Thus a fixed pace in read units holds over a run, except for the last requests.
 *
 * <p>A small item takes half a unit, and costs are whole numbers, so they are counted in
 * thousandths. Other runs count whole units, so a pace that is shared with them does too: every
 * second small item is then charged a unit.
 */
public final class ReadCost {

  /** Costs of a read unit, unless the pace is shared. */
  public static final long SCALE = 1000;

  /** A key pays this part of the difference, so a chunk pays most of it. */
  private static final double PART = 0.04;

  /** Weight of a chunk in the average. */
  private static final double WEIGHT = 0.25;

  private final long scale;
  private double average;
  private double owed;

  private ReadCost(boolean consistent, long scale) {
    this.scale = scale;
    average = consistent ? scale : scale / 2.0;
  }

  /**
   * Creates a cost without reads.
   *
   * @param consistent whether a small item takes a unit rather than half of one
   * @param pace the pace of the run, in read units
   */
  public static ReadCost of(boolean consistent, Pace pace) {
    return new ReadCost(consistent, pace instanceof Pace.Shared ? 1 : SCALE);
  }

  /** Converts a pace in read units to one in costs. */
  static Pace scaled(Pace pace) {
    if (pace instanceof Pace.Fixed fixed) {
      return Pace.fixed(Math.min(fixed.unitsPerSecond() * SCALE, Double.MAX_VALUE));
    }
    return pace instanceof Pace.Adaptive adaptive
        ? new Pace.Adaptive(adaptive.mostUnitsPerSecond() * SCALE)
        : pace;
  }

  /** Charges a key that is about to be read. */
  public synchronized long charge(KeyRead read) {
    double share = owed * PART;
    long cost = Math.max(0, Math.round(average + share));
    owed -= cost - average;
    PendingRead.of(read).setCharged(average);
    return cost;
  }

  /**
   * Records the cost of keys that were read.
   *
   * @param units read units that they took
   */
  synchronized void record(List<KeyRead> reads, double units) {
    if (reads.isEmpty()) {
      return;
    }
    double charged = 0;
    for (KeyRead read : reads) {
      charged += PendingRead.of(read).charged();
    }
    double took = units * scale;
    owed += took - charged;
    average += WEIGHT * (took / reads.size() - average);
  }
}
