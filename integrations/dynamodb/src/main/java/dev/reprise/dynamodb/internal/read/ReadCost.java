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
 * thousandths.
 */
public final class ReadCost {

  /** Costs of a read unit. */
  public static final long SCALE = 1000;

  /** A key pays this part of the difference, so a chunk pays most of it. */
  private static final double PART = 0.04;

  /** Weight of a chunk in the average. */
  private static final double WEIGHT = 0.25;

  private double average;
  private double owed;

  /**
   * Creates a cost without reads.
   *
   * @param consistent whether a small item takes a unit rather than half of one
   */
  public ReadCost(boolean consistent) {
    average = consistent ? SCALE : SCALE / 2.0;
  }

  /** Converts a pace in read units to one in costs. */
  static Pace scaled(Pace pace) {
    return pace instanceof Pace.Fixed fixed ? Pace.fixed(fixed.unitsPerSecond() * SCALE) : pace;
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
    double took = units * SCALE;
    owed += took - charged;
    average += WEIGHT * (took / reads.size() - average);
  }
}
