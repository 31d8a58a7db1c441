package dev.reprise.simulator.model;

import dev.reprise.simulator.target.WorkListener;

/** Counts the completed and the wasted work of a server. */
final class ServerWork implements WorkListener {

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

  /** Returns the number of attempts that were served. */
  long all() {
    return all;
  }

  /** Returns the share of them whose client had timed out. */
  double wastedShare() {
    return (double) wasted / Math.max(1, all);
  }
}
