package dev.reprise.jdbc.classify;

/** The phase in which a failure occurred. It decides whether data may have been changed. */
public enum SqlPhase {
  /** A connection was requested. No statement was sent. */
  CONNECTING,
  /** Before the commit of an explicit transaction was sent. A failure has no effect. */
  IN_TRANSACTION,
  /** The commit was sent, and there was no response or a failure. */
  COMMITTING,
  /**
   * One statement that is committed automatically. Not for a procedure that commits, nor for a text
   * of several statements: some of them may have been executed, so a failure may have had an effect
   * in every category.
   */
  AUTO_COMMIT
}
