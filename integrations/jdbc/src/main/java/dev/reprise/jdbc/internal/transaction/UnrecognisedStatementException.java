package dev.reprise.jdbc.internal.transaction;

import java.sql.SQLException;

/** A call failed in a way that no rule matches, and the reason is not one of its items. */
final class UnrecognisedStatementException extends SQLException {

  private static final long serialVersionUID = 1;

  /**
   * Creates the exception from the failure of the call.
   *
   * @param reason the reason why the failure is not about an item
   */
  UnrecognisedStatementException(String reason, Exception failure) {
    super(
        reason
            + ", and no rule of the SqlClassifier matches the failure (withStateRule and"
            + " withCodeRule add one): "
            + failure.getMessage(),
        failure);
  }
}
