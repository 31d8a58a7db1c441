package dev.reprise.jdbc.store;

import static dev.reprise.jdbc.store.TestStores.REQUEST;
import static dev.reprise.jdbc.store.TestStores.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.jdbc.Sql;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import dev.reprise.policy.RetryPolicy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** SQLite reports a table as missing if a lock prevents it from reading the changed schema. */
class SqliteSchemaTest {

  @Test
  void retries_if_a_lock_prevents_that_a_connection_reads_the_schema() throws SQLException {
    TestDatabase database = Db.SQLITE.fresh();
    database.execute("CREATE TABLE earlier (n INTEGER)");
    try (Connection connection = database.getConnection();
        Connection writer = database.getConnection()) {
      Sql.execute(connection, "PRAGMA busy_timeout = 20");
      Sql.number(connection, "SELECT COUNT(*) FROM sqlite_master");
      SqlIdempotencyStore.on(database).table("keys").createSchema();
      Sql.execute(writer, "BEGIN EXCLUSIVE");
      AtomicBoolean locked = new AtomicBoolean(true);
      RetryListener unlocking =
          event -> {
            if (event instanceof RetryEvent.AttemptFinished && locked.getAndSet(false)) {
              unlock(writer);
            }
          };
      SqlIdempotencyStore store =
          SqlIdempotencyStore.on(Sql.always(connection))
              .table("keys")
              .retry(Retry.of(RetryPolicy.defaults()).withListener(unlocking))
              .open();
      assertThat(locked).isFalse();
      assertThat(store.claim(key("one"), REQUEST)).isInstanceOf(Claim.Granted.class);
    }
  }

  private static void unlock(Connection writer) {
    try {
      Sql.execute(writer, "COMMIT");
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }
}
