package dev.reprise.jdbc.store;

import static dev.reprise.jdbc.store.TestStores.REQUEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.IdempotencyStoreException;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.internal.store.Schema;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaTest {

  private final String table = TestStores.freshTable();

  private SqlIdempotencyStoreBuilder builder(Db kind) {
    return SqlIdempotencyStore.on(TestStores.pool(kind)).table(table);
  }

  @ParameterizedTest
  @EnumSource(Db.class)
  void reports_the_missing_table_by_name(Db kind) {
    TestStores.database(kind);
    assertThatThrownBy(() -> builder(kind).open())
        .isInstanceOf(IdempotencyStoreException.class)
        .hasMessageStartingWith(
            "cannot use table " + table + ", which createSchema() creates, in ");
  }

  @ParameterizedTest
  @EnumSource(Db.class)
  void reports_the_missing_table_of_the_state_by_name(Db kind) throws SQLException {
    builder(kind).createSchema();
    TestStores.database(kind).execute("DROP TABLE " + table + "_state");
    assertThatThrownBy(() -> builder(kind).open())
        .isInstanceOf(IdempotencyStoreException.class)
        .hasMessageStartingWith("cannot use table " + table + "_state, which createSchema()");
  }

  @ParameterizedTest
  @EnumSource(value = Db.class, mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
  void reports_the_missing_source_of_tokens_by_name(Db kind) throws SQLException {
    builder(kind).createSchema();
    String type = kind == Db.POSTGRESQL || kind == Db.H2 ? "sequence " : "table ";
    TestStores.database(kind).execute("DROP " + type + table + "_token");
    assertThatThrownBy(() -> builder(kind).open())
        .isInstanceOf(IdempotencyStoreException.class)
        .hasMessageStartingWith("cannot use " + type + table + "_token, which createSchema()");
  }

  @ParameterizedTest
  @EnumSource(Db.class)
  void reports_a_version_that_it_does_not_support(Db kind) throws SQLException {
    builder(kind).createSchema();
    TestStores.database(kind).execute("UPDATE " + table + "_state SET version = 7");
    assertThatThrownBy(() -> builder(kind).open())
        .isInstanceOf(IdempotencyStoreException.class)
        .hasMessageContaining("has version 7, but this release works with version 2: ");
    TestStores.database(kind).execute("DELETE FROM " + table + "_state");
    assertThatThrownBy(() -> builder(kind).open())
        .isInstanceOf(IdempotencyStoreException.class)
        .hasMessageStartingWith("the row of " + table + "_state");
  }

  @ParameterizedTest
  @EnumSource(Db.class)
  void rejects_a_schema_of_version_1_with_a_remedy(Db kind) throws SQLException {
    builder(kind).createSchema();
    TestStores.database(kind)
        .execute(
            "ALTER TABLE " + table + "_state RENAME COLUMN free_slots TO places",
            "UPDATE " + table + "_state SET version = 1");
    assertThatThrownBy(() -> builder(kind).open())
        .isInstanceOf(IdempotencyStoreException.class)
        .hasMessageContaining("has version 1, but this release works with version 2: ")
        .hasMessageContaining("set a different table name, or stop all processes")
        .hasMessageContaining("drop its tables and call createSchema()");
  }

  @ParameterizedTest
  @EnumSource(Db.class)
  void can_be_created_repeatedly_and_by_many_at_the_same_time(Db kind) throws Exception {
    TestStores.database(kind);
    Callable<Claim> work =
        () -> builder(kind).createSchema().open().claim(TestStores.key("same"), REQUEST);
    List<Claim> claims = SqlIdempotencyStoreTest.inParallel(Collections.nCopies(8, work));
    assertThat(claims).filteredOn(Claim.Granted.class::isInstance).hasSize(1);
    builder(kind).createSchema();
    assertThat(builder(kind).open().find(TestStores.key("same"))).isPresent();
  }

  @ParameterizedTest
  @EnumSource(Db.class)
  void can_be_created_with_its_script(Db kind) throws SQLException {
    StoreDatabase database =
        switch (kind) {
          case POSTGRESQL -> StoreDatabase.POSTGRESQL;
          case MARIADB, MARIADB_BY_CONNECTOR_J -> StoreDatabase.MARIADB;
          case H2 -> StoreDatabase.H2;
          case SQLITE -> StoreDatabase.SQLITE;
        };
    List<String> script = Schema.statementsOf(database.ddl(table));
    assertThat(script).noneMatch(statement -> statement.contains("--") || statement.contains("$"));
    TestStores.database(kind).execute(script.toArray(String[]::new));
    assertThat(builder(kind).open()).hasToString(table + " (" + database + ")");
  }

  @Test
  void can_be_in_a_schema_of_the_database() throws SQLException {
    TestStores.database(Db.POSTGRESQL).execute("CREATE SCHEMA IF NOT EXISTS apart");
    TestStores.database(Db.H2).execute("CREATE SCHEMA IF NOT EXISTS apart");
    for (Db kind : List.of(Db.POSTGRESQL, Db.H2)) {
      SqlIdempotencyStore store = builder(kind).table("apart." + table).createSchema().open();
      assertThat(store.claim(TestStores.key("one"), REQUEST)).isInstanceOf(Claim.Granted.class);
      assertThat(TestStores.database(kind).number("SELECT COUNT(*) FROM apart." + table)).isOne();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "keys; DROP TABLE payments",
        "keys--",
        "\"keys\"",
        "1keys",
        "a.b.c",
        ".keys",
        "keys.",
        "kéys",
        "a123456789b123456789c123456789d123456789e12345678"
      })
  void refuses_a_name_that_is_not_plain(String name) {
    assertThatThrownBy(() -> SqlIdempotencyStore.on(TestStores.pool(Db.H2)).table(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("table must be an SQL name")
        .hasMessageEndingWith("but was " + name);
  }

  @Test
  void refuses_a_schema_in_sqlite() {
    assertThatThrownBy(() -> StoreDatabase.SQLITE.ddl("apart.keys"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("table must be without a schema in SQLite: apart.keys");
  }
}
