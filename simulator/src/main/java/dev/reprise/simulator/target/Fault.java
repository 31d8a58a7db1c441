package dev.reprise.simulator.target;

/**
 * What goes wrong with a server, and when.
 *
 * @param kind what
 * @param startNanos from when
 * @param endNanos until when
 * @param size for {@link Kind#BROWN_OUT} the share of the workers that is left; for {@link
 *     Kind#SLOW} how many times as long everything takes; else without meaning
 */
public record Fault(Kind kind, long startNanos, long endNanos, double size) {

  /** Never. */
  public static final Fault NONE = new Fault(Kind.HANG, 0, 0, 0);

  /** The kind of fault. */
  public enum Kind {
    /** Nothing is served, and the queue fills. */
    HANG,
    /** Everything fails at once. */
    FAST_FAILURE,
    /** Only some of the workers work. */
    BROWN_OUT,
    /** Everything takes longer. */
    SLOW
  }

  boolean is(Kind asked, long nowNanos) {
    return kind == asked && nowNanos >= startNanos && nowNanos < endNanos;
  }
}
