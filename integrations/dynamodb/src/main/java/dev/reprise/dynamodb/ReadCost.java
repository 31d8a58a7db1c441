package dev.reprise.dynamodb;

import dev.reprise.batch.Pace;
import java.util.List;

/**
 * What a key costs of the pace, which is known only once it was read. A key is charged the average
 * of those that were answered; what they then took beyond their charge is paid by the keys that
 * follow, a part by each, and what they took less is given back. So a fixed pace holds in read
 * units over a run, but for what the last calls owe.
 *
 * <p>Costs are whole numbers, and a small item takes half a unit: they are counted in thousandths.
 */
final class ReadCost {

  /** Costs in a read unit. */
  static final long SCALE = 1000;

  /** A key pays this part of what is owed, so a chunk pays most of it. */
  private static final double PART = 0.04;

  /** How much a chunk changes the average. */
  private static final double WEIGHT = 0.25;

  private double average;
  private double owed;

  /**
   * Nothing was read yet.
   *
   * @param consistent whether a small item takes a unit rather than half of one
   */
  ReadCost(boolean consistent) {
    average = consistent ? SCALE : SCALE / 2.0;
  }

  /** The pace in costs for one in read units. */
  static Pace scaled(Pace pace) {
    return pace instanceof Pace.Fixed fixed ? Pace.fixed(fixed.unitsPerSecond() * SCALE) : pace;
  }

  /** Charges a key, which is going to be read. */
  synchronized long charge(KeyRead read) {
    double share = owed * PART;
    long cost = Math.max(0, Math.round(average + share));
    owed -= cost - average;
    read.charged(average);
    return cost;
  }

  /**
   * Some keys were answered.
   *
   * @param units read units that they took
   */
  synchronized void answered(List<KeyRead> reads, double units) {
    if (reads.isEmpty()) {
      return;
    }
    double charged = 0;
    for (KeyRead read : reads) {
      charged += read.charged();
    }
    double took = units * SCALE;
    owed += took - charged;
    average += WEIGHT * (took / reads.size() - average);
  }
}
