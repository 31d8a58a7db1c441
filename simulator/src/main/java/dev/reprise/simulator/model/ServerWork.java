package dev.reprise.simulator.model;

import dev.reprise.simulator.target.WorkListener;

/** Counts the completed and the wasted work of a server in a measured period. */
final class ServerWork implements WorkListener {

  private final long measuredNanos;
  private long all;
  private long wasted;

  /** Counts the whole run. */
  ServerWork() {
    this(Long.MAX_VALUE);
  }

  /** Counts up to a time, in nanoseconds since the run began. */
  ServerWork(long measuredNanos) {
    this.measuredNanos = measuredNanos;
  }

  @Override
  public void sent(long nowNanos) {
    all += nowNanos < measuredNanos ? 1 : 0;
  }

  @Override
  public void wasted(long nowNanos) {
    wasted += nowNanos < measuredNanos ? 1 : 0;
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
