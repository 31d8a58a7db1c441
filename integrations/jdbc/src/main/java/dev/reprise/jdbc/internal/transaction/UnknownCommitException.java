package dev.reprise.jdbc.internal.transaction;

import java.sql.SQLException;

/** The commit of the items of a call failed, and the database may have committed them. */
final class UnknownCommitException extends SQLException {

  private static final long serialVersionUID = 1;

  /** Creates the exception from the failure of the commit. */
  UnknownCommitException(Exception failure) {
    super("the outcome of the commit is unknown: " + failure.getMessage(), failure);
  }
}
