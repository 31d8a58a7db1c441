package dev.reprise.simulator.client;

import dev.reprise.decision.StopReason;

/** Counts nothing. */
final class NoTraffic implements TrafficListener {

  @Override
  public void callStarted(long atNanos) {}

  @Override
  public void attemptStarted(long atNanos) {}

  @Override
  public void callEnded(long nowNanos, int attempts, long durationNanos, StopReason reason) {}
}
