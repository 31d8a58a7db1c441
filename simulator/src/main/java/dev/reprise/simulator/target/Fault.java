package dev.reprise.simulator.target;

/**
 * A fault of a server.
 *
 * @param kind the kind of the fault
 * @param startNanos the time of its start, in nanoseconds since the run began
 * @param endNanos the time of its end, in nanoseconds since the run began
 * @param size for {@link Kind#BROWN_OUT} the share of the workers that are available; for {@link
 *     Kind#SLOW} the factor of the service time; ignored for other kinds
 */
public record Fault(Kind kind, long startNanos, long endNanos, double size) {

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

  boolean is(Kind asked, long nowNanos) {
    return kind == asked && nowNanos >= startNanos && nowNanos < endNanos;
  }
}
