package dev.reprise.jdbc.internal.transaction;

import dev.reprise.jdbc.classify.SqlCategory;
import dev.reprise.jdbc.classify.SqlFailure;
import java.util.Set;

/**
 * Recognizes a violated unique constraint or primary key among the violated constraints, by the
 * SQLState of the standard or by the code of the database.
 */
final class DuplicateKeys {

  /** Unique violation, of PostgreSQL, H2 and Db2. */
  private static final String STATE = "23505";

  /** Duplicate entry (1062), duplicate in a merge table (1169), with the name of its key (1586). */
  private static final Set<Integer> MYSQL = Set.of(1062, 1169, 1586);

  private static final int ORACLE = 1;

  /** Unique constraint (2627), unique index (2601). */
  private static final Set<Integer> SQL_SERVER = Set.of(2601, 2627);

  /** The driver of SQLite reports the code of all constraints alone. */
  private static final String SQLITE = "UNIQUE constraint failed";

  private DuplicateKeys() {}

  static boolean isDuplicate(SqlFailure failure) {
    if (failure.category() != SqlCategory.CONSTRAINT) {
      return false;
    }
    if (failure.database() == null || STATE.equals(failure.sqlState())) {
      return STATE.equals(failure.sqlState());
    }
    return switch (failure.database()) {
      case MYSQL, MARIADB -> MYSQL.contains(failure.vendorCode());
      case ORACLE -> failure.vendorCode() == ORACLE;
      case SQL_SERVER -> SQL_SERVER.contains(failure.vendorCode());
      case SQLITE -> String.valueOf(failure.exception().getMessage()).contains(SQLITE);
      case POSTGRESQL, DB2, H2 -> false;
    };
  }
}
