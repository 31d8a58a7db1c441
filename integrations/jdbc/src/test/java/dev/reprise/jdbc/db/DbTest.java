package dev.reprise.jdbc.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DbTest {

  @ParameterizedTest
  @EnumSource
  void a_fresh_database_is_empty_and_keeps_what_is_committed(Db kind) throws SQLException {
    TestDatabase database = kind.fresh();
    database.execute("CREATE TABLE t (n INTEGER)", "INSERT INTO t VALUES (7)");
    assertThat(database.number("SELECT n FROM t")).isEqualTo(7);
    assertThatThrownBy(() -> kind.fresh().number("SELECT n FROM t"))
        .isInstanceOf(SQLException.class);
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB"})
  void committed_data_survives_a_kill(Db kind) throws SQLException {
    try (TestServer server = kind.startOwn()) {
      TestDatabase database = server.newDatabase(kind);
      database.execute("CREATE TABLE t (n INTEGER)", "INSERT INTO t VALUES (7)");
      server.kill();
      assertThatThrownBy(database::getConnection).isInstanceOf(SQLException.class);
      server.restart();
      assertThat(database.number("SELECT n FROM t")).isEqualTo(7);
    }
  }
}
