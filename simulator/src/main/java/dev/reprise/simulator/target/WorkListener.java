package dev.reprise.simulator.target;

/** Is notified of the work that a target does, to count it. */
@FunctionalInterface
public interface WorkListener {

  /**
   * A unit of work was sent to a target, or completed if the target counts.
   *
   * @param nowNanos the time, in nanoseconds since the run began
   */
  void sent(long nowNanos);

  /**
   * A unit of work was completed although its client had timed out. Called after {@link #sent}.
   *
   * @param nowNanos the time, in nanoseconds since the run began
   */
  default void wasted(long nowNanos) {}
}
