package dev.reprise.jdbc.classify;

import dev.reprise.jdbc.internal.FailedTransactionException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLRecoverableException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Categories by JDBC exception class, used if no rule matches. Subclasses precede superclasses. */
final class ExceptionClasses {

  private static final Map<Class<? extends SQLException>, SqlCategory> CATEGORIES =
      new LinkedHashMap<>();

  static {
    CATEGORIES.put(SQLTimeoutException.class, SqlCategory.STATEMENT_TIMEOUT);
    CATEGORIES.put(SQLTransientConnectionException.class, SqlCategory.CONNECTION_LOST);
    CATEGORIES.put(SQLNonTransientConnectionException.class, SqlCategory.CONNECTION_LOST);
    CATEGORIES.put(SQLRecoverableException.class, SqlCategory.CONNECTION_LOST);
    CATEGORIES.put(SQLTransientException.class, SqlCategory.TRANSIENT);
    CATEGORIES.put(SQLIntegrityConstraintViolationException.class, SqlCategory.CONSTRAINT);
    CATEGORIES.put(SQLDataException.class, SqlCategory.DATA);
    CATEGORIES.put(SQLSyntaxErrorException.class, SqlCategory.SYNTAX);
    CATEGORIES.put(SQLNonTransientException.class, SqlCategory.PERMANENT);
  }

  private ExceptionClasses() {}

  static SqlCategory categoryOf(SQLException exception) {
    if (exception instanceof FailedTransactionException) {
      return SqlCategory.UNRECOGNISED;
    }
    for (Map.Entry<Class<? extends SQLException>, SqlCategory> entry : CATEGORIES.entrySet()) {
      if (entry.getKey().isInstance(exception)) {
        return entry.getValue();
      }
    }
    return SqlCategory.UNRECOGNISED;
  }
}
