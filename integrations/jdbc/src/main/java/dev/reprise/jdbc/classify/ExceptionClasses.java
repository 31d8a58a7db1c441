package dev.reprise.jdbc.classify;

import dev.reprise.jdbc.internal.FailedTransactionException;
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

/** Categories by JDBC exception class, the last resort. Special classes come first. */
final class ExceptionClasses {

  private static final Map<Class<? extends SQLException>, SqlCategory> MEANINGS =
      new LinkedHashMap<>();

  static {
    MEANINGS.put(SQLTimeoutException.class, SqlCategory.STATEMENT_TIMEOUT);
    MEANINGS.put(SQLTransientConnectionException.class, SqlCategory.CONNECTION_LOST);
    MEANINGS.put(SQLNonTransientConnectionException.class, SqlCategory.CONNECTION_LOST);
    MEANINGS.put(SQLRecoverableException.class, SqlCategory.CONNECTION_LOST);
    MEANINGS.put(SQLTransientException.class, SqlCategory.TRANSIENT);
    MEANINGS.put(SQLIntegrityConstraintViolationException.class, SqlCategory.CONSTRAINT);
    MEANINGS.put(SQLSyntaxErrorException.class, SqlCategory.SYNTAX);
    MEANINGS.put(SQLNonTransientException.class, SqlCategory.PERMANENT);
  }

  private ExceptionClasses() {}

  static SqlCategory categoryOf(SQLException exception) {
    if (exception instanceof FailedTransactionException) {
      return SqlCategory.UNRECOGNISED;
    }
    for (Map.Entry<Class<? extends SQLException>, SqlCategory> meaning : MEANINGS.entrySet()) {
      if (meaning.getKey().isInstance(exception)) {
        return meaning.getValue();
      }
    }
    return SqlCategory.UNRECOGNISED;
  }
}
