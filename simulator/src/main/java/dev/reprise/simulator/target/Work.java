package dev.reprise.simulator.target;

/** Counts what a target is asked to do. */
@FunctionalInterface
public interface Work {

  /**
   * A unit of work was sent, or done where it is the target that counts.
   *
   * @param nowNanos when
   */
  void sent(long nowNanos);

  /**
   * A unit of work was done for nobody: its client waits no longer. Told after {@link #sent}.
   *
   * @param nowNanos when
   */
  default void wasted(long nowNanos) {}
}
