package dev.reprise.jdbc.classify;

import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;

/**
 * The category of a database failure. The category decides whether another attempt may help and,
 * with the {@linkplain SqlPhase phase}, whether something may have been changed.
 */
public enum SqlCategory {
  /** Transactions waited for each other, and the database ended this one. */
  DEADLOCK(true, FailureKind.TRANSIENT, EffectRule.NONE),
  /** The transaction conflicted with a different one, and the database ended it. */
  SERIALIZATION(true, FailureKind.TRANSIENT, EffectRule.NONE),
  /** A lock was not acquired in time. The transaction may still be open, so roll it back. */
  LOCK_TIMEOUT(true, FailureKind.TIMEOUT, EffectRule.NONE),
  /** The database is overloaded: too many connections, a quota, or no memory. */
  OVERLOAD(true, FailureKind.THROTTLED, EffectRule.NONE),
  /** The database is read-only: a standby, or a demoted primary. A new connection is needed. */
  READ_ONLY(true, FailureKind.TRANSIENT, EffectRule.NONE),
  /** No connection was made. During a commit, the driver tried to make a second connection. */
  NO_CONNECTION(true, FailureKind.TRANSIENT, EffectRule.NONE),
  /** The connection broke, or the server closed it. */
  CONNECTION_LOST(true, FailureKind.TRANSIENT, EffectRule.BY_PHASE),
  /** The statement timed out. Some databases report a cancelled statement in the same way. */
  STATEMENT_TIMEOUT(true, FailureKind.TIMEOUT, EffectRule.BY_PHASE),
  /** The database reports that a retry may succeed. */
  TRANSIENT(true, FailureKind.TRANSIENT, EffectRule.BY_PHASE),
  /** The database does not know whether it has committed. */
  OUTCOME_UNKNOWN(true, FailureKind.TRANSIENT, EffectRule.UNKNOWN),
  /** The statement was cancelled, or the thread was interrupted. */
  CANCELLED(false, FailureKind.OTHER, EffectRule.BY_PHASE),
  /** An earlier statement of the transaction failed, for an unknown reason. */
  FAILED_TRANSACTION(false, FailureKind.OTHER, EffectRule.NONE),
  /** The data violates a constraint. */
  CONSTRAINT(false, FailureKind.OTHER, EffectRule.NONE),
  /**
   * The values do not fit the statement: too long, out of range, of the wrong type, or refused by a
   * trigger or function. Other values may be accepted.
   */
  DATA(false, FailureKind.OTHER, EffectRule.BY_PHASE),
  /** The statement is invalid: its syntax, or an unknown name. */
  SYNTAX(false, FailureKind.OTHER, EffectRule.NONE),
  /** Any other failure that a retry does not repair: permissions, a full disk. */
  PERMANENT(false, FailureKind.OTHER, EffectRule.BY_PHASE),
  /** No rule matches the failure. It is not retried. */
  UNRECOGNISED(false, FailureKind.OTHER, EffectRule.BY_PHASE);

  private enum EffectRule {
    NONE,
    BY_PHASE,
    UNKNOWN
  }

  private final boolean retryable;
  private final FailureKind kind;
  private final EffectRule effectRule;

  SqlCategory(boolean retryable, FailureKind kind, EffectRule effectRule) {
    this.retryable = retryable;
    this.kind = kind;
    this.effectRule = effectRule;
  }

  /**
   * Returns whether a retry of the whole transaction may succeed, after a rollback.
   *
   * @return true if it may succeed
   */
  public boolean isRetryable() {
    return retryable;
  }

  /**
   * The kind of the failure in reports and budgets.
   *
   * @return the kind
   */
  public FailureKind kind() {
    return kind;
  }

  /**
   * Returns whether data may have been changed, given that an open transaction is rolled back.
   *
   * @param phase the phase of the failure
   * @return {@link Effect#NONE} if the database guarantees it, or if no commit was sent
   */
  public Effect effect(SqlPhase phase) {
    return switch (phase) {
      case CONNECTING -> Effect.NONE;
      case IN_TRANSACTION -> effectRule == EffectRule.UNKNOWN ? Effect.UNKNOWN : Effect.NONE;
      case COMMITTING ->
          effectRule == EffectRule.NONE && this != NO_CONNECTION ? Effect.NONE : Effect.UNKNOWN;
      case AUTO_COMMIT -> effectRule == EffectRule.NONE ? Effect.NONE : Effect.UNKNOWN;
    };
  }

  /**
   * Returns whether the next attempt needs another connection.
   *
   * @return true if the connection is broken or leads to the wrong server
   */
  public boolean needsNewConnection() {
    return this == CONNECTION_LOST
        || this == NO_CONNECTION
        || this == OUTCOME_UNKNOWN
        || this == READ_ONLY;
  }
}
