package dev.reprise.jdbc.internal;

import java.sql.SQLTransactionRollbackException;

/**
 * Part of a transaction failed, and its work continued, so the transaction is not committed. Its
 * cause is the failure of that part, which is classified in place of this exception.
 */
public final class FailedTransactionException extends SQLTransactionRollbackException {

  private static final long serialVersionUID = 1;

  /** Creates the exception from the failure of a part. */
  public FailedTransactionException(Throwable failure) {
    super(
        "the transaction cannot be committed: part of it failed, and the work continued", failure);
  }
}
