package dev.reprise.jdbc;

import dev.reprise.jdbc.classify.SqlClassifier;
import dev.reprise.jdbc.classify.SqlDatabase;
import dev.reprise.jdbc.store.SqlIdempotencyStoreBuilder;
import dev.reprise.jdbc.store.StoreDatabase;
import dev.reprise.jdbc.transaction.TransactionWork;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The code shown in the Javadoc of this module. */
final class JavadocSnippets {

  private JavadocSnippets() {}

  static RetryPolicy policy() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .classifyWith("sql", SqlClassifier.forDatabase(SqlDatabase.POSTGRESQL))
            .idempotency(Idempotency.NOT_IDEMPOTENT)
            .build();
    return policy;
  }

  static SqlClassifier classifier() {
    SqlClassifier classifier = SqlClassifier.forDatabase(SqlDatabase.POSTGRESQL);
    return classifier;
  }

  static String script() {
    String script = StoreDatabase.POSTGRESQL.ddl(SqlIdempotencyStoreBuilder.DEFAULT_TABLE);
    return script;
  }

  static TransactionWork<Integer, SQLException> work() {
    TransactionWork<Integer, SQLException> work =
        connection -> {
          try (PreparedStatement update =
              connection.prepareStatement("UPDATE account SET balance = balance - 10")) {
            return update.executeUpdate();
          }
        };
    return work;
  }
}
