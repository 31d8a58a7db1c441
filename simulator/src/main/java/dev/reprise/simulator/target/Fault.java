package dev.reprise.simulator.target;

/**
 * A fault of a server.
 *
 * @param kind the kind of the fault
 * @param startNanos the time of its start, in nanoseconds since the run began
 * @param endNanos the time of its end, in nanoseconds since the run began
 * @param size for {@link Kind#BROWN_OUT} the share of the workers that are available; for {@link
 *     Kind#SLOW} the factor of the service time; ignored for other kinds
 * @param rampNanos the time after its start in which the size grows linearly from 1 to {@code
 *     size}, in nanoseconds; 0 to have it at once
 */
public record Fault(Kind kind, long startNanos, long endNanos, double size, long rampNanos) {

  /** No fault. */
  public static final Fault NONE = new Fault(Kind.HANG, 0, 0, 0);

  /** The kind of a fault. */
  public enum Kind {
    /** The server serves nothing, and its queue fills. */
    HANG,
    /** Every attempt fails at once. */
    FAST_FAILURE,
    /** Only some of the workers are available. */
    BROWN_OUT,
    /** Service takes longer. */
    SLOW
  }

  /**
   * Creates a fault that has its size at once.
   *
   * @param kind the kind of the fault
   * @param startNanos the time of its start, in nanoseconds since the run began
   * @param endNanos the time of its end, in nanoseconds since the run began
   * @param size as above
   */
  public Fault(Kind kind, long startNanos, long endNanos, double size) {
    this(kind, startNanos, endNanos, size, 0);
  }

  /** Returns the size at a time during the fault. */
  double sizeAt(long nowNanos) {
    long age = nowNanos - startNanos;
    return age >= rampNanos ? size : 1 + (size - 1) * age / rampNanos;
  }

  boolean is(Kind asked, long nowNanos) {
    return kind == asked && nowNanos >= startNanos && nowNanos < endNanos;
  }
}
