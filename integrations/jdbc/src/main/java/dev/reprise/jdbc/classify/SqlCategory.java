package dev.reprise.jdbc.classify;

import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;

/**
 * The category of a database failure. The category decides whether another attempt may help and,
 * with the {@linkplain SqlPhase phase}, whether something may have been changed.
 */
public enum SqlCategory {
  /** Two transactions waited for each other, and the database ended this one. */
  DEADLOCK(true, FailureKind.TRANSIENT, Trace.NONE),
  /** Another transaction got in between, and the database ended this one. */
  SERIALIZATION(true, FailureKind.TRANSIENT, Trace.NONE),
  /** A lock was not to be had in time. The transaction may still be open: roll back. */
  LOCK_TIMEOUT(true, FailureKind.TIMEOUT, Trace.NONE),
  /** The database has too much to do: too many connections, a quota, no memory. */
  OVERLOAD(true, FailureKind.THROTTLED, Trace.NONE),
  /** The database only reads: a standby, or a primary that was demoted. Connect anew. */
  READ_ONLY(true, FailureKind.TRANSIENT, Trace.NONE),
  /** The connection was never made. During a commit it was another one that was to be made. */
  NO_CONNECTION(true, FailureKind.TRANSIENT, Trace.NONE),
  /** The connection broke, or the server ended it. */
  CONNECTION_LOST(true, FailureKind.TRANSIENT, Trace.BY_PHASE),
  /** The statement took too long. Some databases say the same of a statement that was cancelled. */
  STATEMENT_TIMEOUT(true, FailureKind.TIMEOUT, Trace.BY_PHASE),
  /** The database itself says that another attempt may help. */
  TRANSIENT(true, FailureKind.TRANSIENT, Trace.BY_PHASE),
  /** The database does not know whether the commit took place. */
  OUTCOME_UNKNOWN(true, FailureKind.TRANSIENT, Trace.UNKNOWN),
  /** Somebody cancelled the statement, or the thread was interrupted. */
  CANCELLED(false, FailureKind.OTHER, Trace.BY_PHASE),
  /** An earlier statement of the transaction failed, and why is not known here. */
  FAILED_TRANSACTION(false, FailureKind.OTHER, Trace.NONE),
  /** A constraint refused the data. */
  CONSTRAINT(false, FailureKind.OTHER, Trace.NONE),
  /** The statement is wrong: its syntax, or a name that is not there. */
  SYNTAX(false, FailureKind.OTHER, Trace.NONE),
  /** Anything else that another attempt does not mend: data, rights, a disk that is full. */
  PERMANENT(false, FailureKind.OTHER, Trace.BY_PHASE),
  /** No row of the table knows it. It is not retried. */
  UNRECOGNISED(false, FailureKind.OTHER, Trace.BY_PHASE);

  private enum Trace {
    NONE,
    BY_PHASE,
    UNKNOWN
  }

  private final boolean retryable;
  private final FailureKind kind;
  private final Trace trace;

  SqlCategory(boolean retryable, FailureKind kind, Trace trace) {
    this.retryable = retryable;
    this.kind = kind;
    this.trace = trace;
  }

  /**
   * Returns whether another attempt may help, of the whole transaction and after a rollback.
   *
   * @return true if it may
   */
  public boolean isRetryable() {
    return retryable;
  }

  /**
   * The kind of this failure in reports and budgets.
   *
   * @return the kind
   */
  public FailureKind kind() {
    return kind;
  }

  /**
   * Returns whether data may have been changed, given that an open transaction is rolled back.
   *
   * @param phase when the failure came
   * @return {@link Effect#NONE} where the database says so, or where no commit was sent
   */
  public Effect effect(SqlPhase phase) {
    return switch (phase) {
      case CONNECTING -> Effect.NONE;
      case IN_TRANSACTION -> trace == Trace.UNKNOWN ? Effect.UNKNOWN : Effect.NONE;
      case COMMITTING ->
          trace == Trace.NONE && this != NO_CONNECTION ? Effect.NONE : Effect.UNKNOWN;
      case AUTO_COMMIT -> trace == Trace.NONE ? Effect.NONE : Effect.UNKNOWN;
    };
  }

  /**
   * Returns whether the next attempt needs another connection.
   *
   * @return true if the one that failed is broken or leads to the wrong server
   */
  public boolean needsNewConnection() {
    return this == CONNECTION_LOST
        || this == NO_CONNECTION
        || this == OUTCOME_UNKNOWN
        || this == READ_ONLY;
  }
}
