package dev.reprise.verification.benchmarks.peers;

/**
 * The exception of every operation that fails: one instance without a stack trace, so that its
 * creation is part of no measurement. Suppressed exceptions are enabled, since reports are attached
 * as such.
 */
public final class Unavailable extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** The only instance. */
  @SuppressWarnings("StaticAssignmentOfThrowable")
  public static final Unavailable SHARED = new Unavailable();

  private Unavailable() {
    super("unavailable", null, true, false);
  }
}
