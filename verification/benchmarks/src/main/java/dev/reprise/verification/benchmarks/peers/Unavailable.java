package dev.reprise.verification.benchmarks.peers;

/**
 * What every operation that fails throws: one instance for all, without a stack trace, so that no
 * contender is charged for making it. It takes suppressed exceptions, for reports are attached so.
 */
public final class Unavailable extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** The one that is thrown. */
  @SuppressWarnings("StaticAssignmentOfThrowable")
  public static final Unavailable SHARED = new Unavailable();

  private Unavailable() {
    super("unavailable", null, true, false);
  }
}
