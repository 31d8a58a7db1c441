package dev.reprise.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that changes of the work through setters are restored before the connection is lent again.
 */
class TransactionSettersTest {

  private Connection only;
  private TransactionRetry transactions;

  /** A driver that returns its own objects instead of copies, as PostgreSQL's does. */
  private final Properties clientInfo = new Properties();

  private Map<String, Class<?>> typeMap = new HashMap<>();

  @BeforeEach
  void connect() throws SQLException {
    only = Db.H2.fresh().getConnection();
    clientInfo.setProperty("ApplicationName", "pool");
    typeMap.put("kept", String.class);
    transactions = TransactionRetry.on(Sql.always(revealing(only)));
  }

  @AfterEach
  void disconnect() throws SQLException {
    only.close();
  }

  @SuppressWarnings("unchecked")
  private Connection revealing(Connection delegate) {
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, args) -> {
              switch (method.getName()) {
                case "getClientInfo":
                  return clientInfo;
                case "setClientInfo":
                  if (args.length == 2) {
                    clientInfo.setProperty((String) args[0], (String) args[1]);
                  } else {
                    clientInfo.putAll((Properties) args[0]);
                  }
                  return null;
                case "getTypeMap":
                  return typeMap;
                case "setTypeMap":
                  typeMap = (Map<String, Class<?>>) args[0];
                  return null;
                default:
                  return call(() -> method.invoke(delegate, args));
              }
            });
  }

  private interface Call {
    Object run() throws Exception;
  }

  private static Object call(Call call) throws Throwable {
    try {
      return call.run();
    } catch (InvocationTargetException thrown) {
      throw thrown.getTargetException();
    }
  }

  @Test
  void restores_client_info_of_a_driver_that_returns_its_own_map() throws SQLException {
    transactions.runInTransaction(
        connection -> connection.setClientInfo("ApplicationName", "tenant"));
    assertThat(clientInfo).containsEntry("ApplicationName", "pool");
  }

  @Test
  void restores_client_info_that_was_read_changed_and_set() throws SQLException {
    transactions.runInTransaction(
        connection -> {
          Properties changed = connection.getClientInfo();
          changed.setProperty("ApplicationName", "tenant");
          connection.setClientInfo(changed);
          assertThat(clientInfo).containsEntry("ApplicationName", "tenant");
        });
    assertThat(clientInfo).containsEntry("ApplicationName", "pool");
  }

  @Test
  void restores_a_type_map_that_was_read_changed_and_set() throws SQLException {
    transactions.runInTransaction(
        connection -> {
          Map<String, Class<?>> changed = connection.getTypeMap();
          changed.put("added", Integer.class);
          connection.setTypeMap(changed);
        });
    assertThat(typeMap).containsOnlyKeys("kept");
  }

  @Test
  void restores_a_query_timeout_stored_in_the_connection() throws SQLException {
    transactions.runInTransaction(
        connection -> {
          try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(3);
            statement.setQueryTimeout(4);
            statement.execute("SELECT 1");
          }
        });
    try (Statement after = only.createStatement()) {
      assertThat(after.getQueryTimeout()).isZero();
    }
  }

  /** The driver of SQLite refuses to change the mode of a connection. */
  @ParameterizedTest
  @EnumSource
  void read_only_transactions_read_with_each_driver(Db kind) throws SQLException {
    TestDatabase database = kind.fresh();
    Sql.createAccounts(database);

    long balance =
        TransactionRetry.on(database).readOnly().inTransaction(reads -> Sql.balance(reads, 1));

    assertThat(balance).isEqualTo(100);
  }
}
