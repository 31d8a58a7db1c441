package dev.reprise.jdbc.store;

import static dev.reprise.jdbc.store.SqlIdempotencyStoreTest.granted;
import static dev.reprise.jdbc.store.TestStores.REQUEST;
import static dev.reprise.jdbc.store.TestStores.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.reprise.Retry;
import dev.reprise.idempotency.store.IdempotencyStoreException;
import dev.reprise.jdbc.db.Db;
import dev.reprise.testbed.tcp.TcpProxy;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests connections that respond but cannot be rolled back or restored. */
class SessionLoanTest {

  private static final String KEY = key("one");

  private final String table = TestStores.freshTable();

  private SqlIdempotencyStoreBuilder on(DataSource dataSource) {
    return SqlIdempotencyStore.on(dataSource).table(table).retry(Retry.none());
  }

  @Test
  void
      a_transaction_that_could_not_be_rolled_back_is_not_committed_when_the_connection_is_returned()
          throws SQLException {
    Failing failing = new Failing(TestStores.database(Db.H2));
    SqlIdempotencyStore store = on(failing).createSchema().open();
    failing.failing("commit", "rollback");
    assertThatThrownBy(() -> store.claim(KEY, REQUEST))
        .isInstanceOf(IdempotencyStoreException.class);
    assertThat(failing.calls())
        .doesNotContain("setAutoCommit true")
        .endsWith("commit", "rollback", "abort", "close");
    assertThat(on(TestStores.database(Db.H2)).open().find(KEY)).isEmpty();
  }

  @Test
  void a_driver_that_throws_the_same_instance_each_time_is_supported() throws SQLException {
    Failing failing = new Failing(TestStores.database(Db.H2));
    SqlIdempotencyStore store = on(failing).createSchema().open();
    SQLException theOne = new SQLException("closed", "08003");
    failing.failing("commit", "rollback", "close");
    failing.thrown = call -> theOne;
    assertThatThrownBy(() -> store.claim(KEY, REQUEST))
        .isInstanceOf(IdempotencyStoreException.class)
        .hasCause(theOne);
    assertThat(theOne.getSuppressed()).isEmpty();
  }

  @Test
  void an_isolation_that_cannot_be_restored_leaves_no_open_transaction_behind()
      throws SQLException {
    Failing failing = new Failing(TestStores.database(Db.H2));
    SqlIdempotencyStore store = on(failing).createSchema().open();
    failing.isolation(Connection.TRANSACTION_SERIALIZABLE);
    failing.failing("setTransactionIsolation " + Connection.TRANSACTION_SERIALIZABLE);
    granted(store.claim(KEY, REQUEST));
    assertThat(failing.calls())
        .endsWith(
            "commit",
            "setAutoCommit true",
            "setTransactionIsolation " + Connection.TRANSACTION_SERIALIZABLE,
            "abort",
            "close");
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_silent_server_has_one_second_more_than_a_statement(Db kind) throws SQLException {
    Failing watched = new Failing(TestStores.database(kind));
    SqlIdempotencyStore store =
        on(watched).createSchema().statementTimeout(Duration.ofSeconds(2)).open();
    watched.calls().clear();
    assertThat(store.find(KEY)).isEmpty();
    assertThat(watched.calls()).startsWith("setNetworkTimeout 3000");
    assertThat(watched.calls()).endsWith("setNetworkTimeout 0", "close");
  }

  @Test
  void a_server_that_stalls_does_not_block_a_call_for_ever() throws Exception {
    on(TestStores.database(Db.MARIADB)).createSchema().open();
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", TestStores.database(Db.MARIADB).port()).start();
        HikariDataSource pool =
            TestStores.pooled(TestStores.database(Db.MARIADB).at(proxy.port()))) {
      SqlIdempotencyStore store = on(pool).statementTimeout(Duration.ofSeconds(1)).open();
      proxy.stall();
      assertThatThrownBy(() -> store.find(KEY)).isInstanceOf(IdempotencyStoreException.class);
      proxy.release();
    }
  }

  @Test
  void works_with_a_driver_without_network_timeouts() throws SQLException {
    Failing failing = new Failing(TestStores.database(Db.POSTGRESQL));
    failing.failing("getNetworkTimeout");
    SqlIdempotencyStore store = on(failing).createSchema().open();
    granted(store.claim(KEY, REQUEST));
    assertThat(failing.calls()).contains("commit").doesNotContain("abort");
  }

  /** Records the calls of its connections, and throws from the calls that a test selects. */
  private static final class Failing extends DelegatingDataSource {

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private List<String> failing = List.of();
    private int isolation;
    private Function<String, SQLException> thrown =
        call -> new SQLFeatureNotSupportedException("planned: " + call);

    Failing(DataSource dataSource) {
      super(dataSource);
    }

    void failing(String... calls) {
      this.calls.clear();
      failing = List.of(calls);
    }

    void isolation(int level) {
      isolation = level;
    }

    List<String> calls() {
      return calls;
    }

    @Override
    public Connection getConnection() throws SQLException {
      Connection connection = super.getConnection();
      if (isolation != 0) {
        connection.setTransactionIsolation(isolation);
      }
      return (Connection)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, args) -> called(connection, method, args));
    }

    private Object called(Connection connection, Method method, Object[] args) throws Throwable {
      String name = method.getName();
      String call = name.startsWith("set") ? name + " " + args[args.length - 1] : name;
      if (name.startsWith("set")
          || List.of("commit", "rollback", "abort", "close").contains(name)) {
        calls.add(call);
      }
      if (failing.contains(call)) {
        throw thrown.apply(call);
      }
      try {
        return method.invoke(connection, args);
      } catch (InvocationTargetException thrown) {
        throw thrown.getTargetException();
      }
    }
  }
}
