package dev.reprise.jdbc.internal.store;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.idempotency.store.IdempotencyStoreException;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Creates the tables of a store, or checks that they exist. */
public record Schema(Statements statements, StoreCalls calls) {

  private static final int VERSION = 2;

  /** In PostgreSQL and H2, "IF NOT EXISTS" fails if two sessions create a table concurrently. */
  private static final Retry CONCURRENT_CREATION =
      Retry.of(
              RetryPolicy.builder()
                  .maxAttempts(5)
                  .within(Duration.ofSeconds(30))
                  .backoff(Backoff.exponential(Duration.ofMillis(5)).jitter(Jitter.equal()))
                  .retryOn(StoreCallException.class)
                  .idempotency(Idempotency.IDEMPOTENT)
                  .build())
          .named("schema of the idempotency store");

  private static final Pattern END_OF_STATEMENT = Pattern.compile(";\\s*\\n");

  public static List<String> statementsOf(String script) {
    return Arrays.stream(END_OF_STATEMENT.split(script))
        .map(statement -> statement.replaceAll("(?m)^--.*\\n", "").strip())
        .filter(statement -> !statement.isEmpty())
        .toList();
  }

  public void create() {
    List<String> script = statementsOf(statements.dialect().ddl(statements.table().toString()));
    CONCURRENT_CREATION.run(() -> calls.transaction("create the schema", sql -> run(sql, script)));
  }

  private static int run(StatementRunner sql, List<String> script) throws SQLException {
    int changed = 0;
    for (String statement : script) {
      changed += sql.update(statement);
    }
    return changed;
  }

  public void check() {
    String table = statements.table().toString();
    require("table " + table, sql -> sql.all(row -> 1, statements.columns()));
    List<Integer> versions =
        require(
            "table " + table + "_state",
            sql -> sql.all(row -> row.getInt(1), statements.version()));
    if (statements.dialect() != StoreDialect.SQLITE) {
      String kind = statements.dialect() == StoreDialect.MARIADB ? "table " : "sequence ";
      require(kind + table + "_token", sql -> sql.numberOf(statements.nextToken()));
    }
    checkVersion(versions);
  }

  private <R> R require(String part, StoreCalls.Work<R> use) {
    return calls.call(
        "use " + part + ", which createSchema() creates,",
        session -> {
          session.begin();
          R result = use.on(session.sql());
          session.rollback();
          return result;
        });
  }

  private void checkVersion(List<Integer> versions) {
    if (versions.isEmpty()) {
      throw new IdempotencyStoreException(
          "the row of " + statements.table() + "_state, which createSchema() creates, is missing",
          null);
    }
    int version = versions.get(0);
    if (version != VERSION) {
      throw new IdempotencyStoreException(
          "the schema of "
              + calls.place()
              + " has version "
              + version
              + ", but this release works with version "
              + VERSION
              + ": set a different table name, or stop all processes that use the store, drop its"
              + " tables and call createSchema() again; this deletes all keys in these tables",
          null);
    }
  }
}
