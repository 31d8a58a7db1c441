package dev.reprise.jdbc.internal.transaction;

import dev.reprise.jdbc.classify.SqlCategory;
import dev.reprise.jdbc.classify.SqlDatabase;
import dev.reprise.jdbc.classify.SqlFailure;
import java.util.Set;

/**
 * Recognizes failures that the databases report as invalid SQL, although one item may be the
 * reason: PostgreSQL finds no operator for a value of the wrong type, or reports that a policy
 * refuses a row by the code of missing rights, and a function of SQLite that refuses a value fails
 * as if the SQL were invalid.
 */
final class PossibleItemFailures {

  /**
   * Datatype mismatch, undefined function or operator, cannot coerce, ambiguous function,
   * indeterminate type and ambiguous parameter.
   */
  private static final Set<String> POSTGRESQL =
      Set.of("42804", "42883", "42846", "42725", "42P18", "42P08");

  /** Insufficient privilege; in another language, the message does not say of which kind. */
  private static final String RIGHTS = "42501";

  private static final String MISSING_RIGHTS = "permission denied";
  private static final int SQLITE_ERROR = 1;
  private static final int SQLITE_PRIMARY = 0xFF;
  private static final String CUSTOM = "custom";

  private PossibleItemFailures() {}

  /** Returns whether an item or the statement is the reason. A rule of the user decides that. */
  static boolean contains(SqlFailure failure) {
    if (failure.category() != SqlCategory.SYNTAX || failure.rule().startsWith(CUSTOM)) {
      return false;
    }
    if (failure.database() == SqlDatabase.SQLITE) {
      return (failure.vendorCode() & SQLITE_PRIMARY) == SQLITE_ERROR;
    }
    return failure.database() == SqlDatabase.POSTGRESQL && isPossible(failure);
  }

  private static boolean isPossible(SqlFailure failure) {
    String state = failure.sqlState();
    return RIGHTS.equals(state)
        ? !String.valueOf(failure.exception().getMessage()).contains(MISSING_RIGHTS)
        : state != null && POSTGRESQL.contains(state);
  }
}
