package dev.reprise.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryResult;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import dev.reprise.jdbc.transaction.TransactionIsolation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables that change their columns while they are in use. */
class AlteredTableTest {

  private static TestDatabase accounts(Db kind) throws SQLException {
    TestDatabase database = kind.fresh();
    Sql.createAccounts(database);
    return database;
  }

  @Test
  void reads_a_table_altered_after_a_statement_was_prepared_at_the_next_attempt() throws Exception {
    TestDatabase database = accounts(Db.POSTGRESQL).with("&prepareThreshold=1");
    try (Connection only = database.getConnection()) {
      TransactionRetry transactions = TransactionRetry.on(Sql.always(only)).policy(Sql.QUICK);
      transactions.runInTransaction(AlteredTableTest::readAll);
      transactions.runInTransaction(AlteredTableTest::readAll);
      database.execute("ALTER TABLE account ADD COLUMN note TEXT");
      RetryResult<Boolean> result =
          transactions.executeInTransaction(
              connection -> {
                readAll(connection);
                return true;
              });
      assertThat(result.succeeded()).as(result::toString).isTrue();
      assertThat(result.attempts()).isEqualTo(2);
    }
  }

  private static void readAll(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("SELECT * FROM account")) {
      statement.executeQuery().close();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void reads_a_table_altered_after_the_transaction_began_at_the_next_attempt(Db kind)
      throws Exception {
    TestDatabase database = accounts(kind);
    database.execute("CREATE TABLE other (n INTEGER)");
    List<Integer> attempts = new ArrayList<>();
    RetryResult<Boolean> result =
        TransactionRetry.on(database)
            .policy(Sql.QUICK)
            .isolation(TransactionIsolation.REPEATABLE_READ)
            .executeInTransaction(
                connection -> {
                  attempts.add(1);
                  Sql.number(connection, "SELECT count(*) FROM other");
                  if (attempts.size() == 1) {
                    database.execute("ALTER TABLE account ADD COLUMN note INTEGER, FORCE");
                  }
                  readAll(connection);
                  return true;
                });
    assertThat(result.succeeded()).as(result::toString).isTrue();
    assertThat(result.attempts()).isEqualTo(2);
  }
}
