package dev.reprise.jdbc.internal.transaction;

import dev.reprise.jdbc.classify.SqlCategory;
import dev.reprise.jdbc.classify.SqlDatabase;
import dev.reprise.jdbc.classify.SqlFailure;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * Recognizes that a driver refuses a batch because its statement returns rows. JDBC lets drivers
 * choose: some ignore the rows, others fail, each in its own way.
 */
final class RefusedRows {

  private static final int H2_QUERY = 90001;
  private static final String MARIADB_COUNT = "OkPacket";
  private static final Pattern RETURNING = Pattern.compile("(?i)\\bRETURNING\\b");

  private RefusedRows() {}

  /**
   * Returns whether the rows are the reason of a failure.
   *
   * @param statement asked whether it returns rows
   */
  static boolean areReasonOf(SqlFailure failure, PreparedStatement statement) {
    return isOfDriver(failure) && returnsRows(statement);
  }

  /**
   * Returns whether the rows are the reason of a bug of the driver of MariaDB, which reports no
   * columns of such a statement, and takes each of its results for an update count.
   */
  static boolean areReasonOf(RuntimeException bug, String sql) {
    return bug instanceof ClassCastException
        && String.valueOf(bug.getMessage()).contains(MARIADB_COUNT)
        && RETURNING.matcher(sql).find();
  }

  /** Returns whether the driver itself may have thrown: failures of the servers have codes. */
  private static boolean isOfDriver(SqlFailure failure) {
    return failure.database() == SqlDatabase.H2
        ? failure.vendorCode() == H2_QUERY
        : failure.database() != SqlDatabase.POSTGRESQL
            && failure.category() == SqlCategory.UNRECOGNISED
            && failure.vendorCode() == 0;
  }

  private static boolean returnsRows(PreparedStatement statement) {
    try {
      ResultSetMetaData rows = statement.getMetaData();
      return rows != null && rows.getColumnCount() > 0;
    } catch (SQLException | RuntimeException unknown) {
      return false;
    }
  }
}
