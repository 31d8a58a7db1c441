package dev.reprise.jdbc.internal.transaction;

import dev.reprise.jdbc.classify.SqlCategory;
import dev.reprise.jdbc.classify.SqlDatabase;
import dev.reprise.jdbc.classify.SqlFailure;
import java.util.Set;

/**
 * Recognizes failures that the databases report as invalid SQL, although the values of one item may
 * be the reason: PostgreSQL finds no operator for a value of the wrong type, and a function of
 * SQLite that refuses a value fails as if the SQL were invalid.
 */
final class TypeMismatches {

  /**
   * Datatype mismatch, undefined function or operator, cannot coerce, ambiguous function,
   * indeterminate type and ambiguous parameter.
   */
  private static final Set<String> POSTGRESQL =
      Set.of("42804", "42883", "42846", "42725", "42P18", "42P08");

  private static final int SQLITE_ERROR = 1;
  private static final int SQLITE_PRIMARY = 0xFF;
  private static final String CUSTOM = "custom";

  private TypeMismatches() {}

  /** Returns whether an item or the statement is the reason. A rule of the user decides that. */
  static boolean isPossible(SqlFailure failure) {
    if (failure.category() != SqlCategory.SYNTAX || failure.rule().startsWith(CUSTOM)) {
      return false;
    }
    String state = failure.sqlState();
    return failure.database() == SqlDatabase.SQLITE
        ? (failure.vendorCode() & SQLITE_PRIMARY) == SQLITE_ERROR
        : failure.database() == SqlDatabase.POSTGRESQL
            && state != null
            && POSTGRESQL.contains(state);
  }
}
