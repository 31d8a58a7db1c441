package dev.reprise.simulator.model;

import dev.reprise.simulator.target.Work;

/** Counts of a server's work. */
final class Served implements Work {

  private long all;
  private long wasted;

  @Override
  public void sent(long nowNanos) {
    all++;
  }

  @Override
  public void wasted(long nowNanos) {
    wasted++;
  }

  /** Attempts that were served. */
  long all() {
    return all;
  }

  /** The share of them that nobody waited for. */
  double wastedShare() {
    return (double) wasted / Math.max(1, all);
  }
}
