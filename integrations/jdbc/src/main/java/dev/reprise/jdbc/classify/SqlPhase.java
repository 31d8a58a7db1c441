package dev.reprise.jdbc.classify;

/** The phase in which a failure occurred. It decides whether data may have been changed. */
public enum SqlPhase {
  /** A connection was asked for. Nothing was sent yet. */
  CONNECTING,
  /**
   * Before the commit of an explicit transaction was sent. A failure here leaves nothing behind.
   */
  IN_TRANSACTION,
  /** The commit was sent, and its answer did not come or was a failure. */
  COMMITTING,
  /**
   * One statement that commits by itself: both in one. Not for a procedure that commits, nor for a
   * text of several statements, of which some may have been done: what fails there may have had an
   * effect, whatever the category says.
   */
  AUTO_COMMIT
}
