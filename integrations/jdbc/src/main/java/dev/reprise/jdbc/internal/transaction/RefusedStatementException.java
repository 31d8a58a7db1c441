package dev.reprise.jdbc.internal.transaction;

import java.sql.SQLException;

/** A call of a batch failed, and the reason is not one of its items, so each call would fail. */
final class RefusedStatementException extends SQLException {

  private static final long serialVersionUID = 1;

  private RefusedStatementException(String reason) {
    super(reason);
  }

  /**
   * Creates the exception of a binder that does more than to set parameters.
   *
   * @param mistake what it did
   */
  static RefusedStatementException ofBinder(String mistake) {
    return new RefusedStatementException(
        mistake + ": the batch adds and executes each item itself");
  }

  /**
   * Creates the exception from the failure of the call.
   *
   * @param reason the reason why the failure is not about an item
   */
  RefusedStatementException(String reason, Exception failure) {
    super(reason + ": " + failure.getMessage(), failure);
  }

  /**
   * Creates the exception from a failure that no rule matches.
   *
   * @param reason the reason why the failure is not about an item
   */
  static RefusedStatementException withoutRule(String reason, Exception failure) {
    return new RefusedStatementException(
        reason
            + ", and no rule of the SqlClassifier matches the failure (withStateRule and"
            + " withCodeRule add one)",
        failure);
  }
}
