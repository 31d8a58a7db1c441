package dev.reprise.jdbc.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** Lends connections with given settings, and records those that return with different ones. */
final class ConfiguredDataSource extends DelegatingDataSource {

  private final boolean autoCommit;
  private final int isolation;
  private final List<String> changed;

  ConfiguredDataSource(
      DataSource dataSource, boolean autoCommit, int isolation, List<String> changed) {
    super(dataSource);
    this.autoCommit = autoCommit;
    this.isolation = isolation;
    this.changed = changed;
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = super.getConnection();
    connection.setTransactionIsolation(isolation);
    connection.setAutoCommit(autoCommit);
    return (Connection)
        Proxy.newProxyInstance(
            ConfiguredDataSource.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                compare(connection);
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  private void compare(Connection connection) throws SQLException {
    if (connection.getAutoCommit() != autoCommit) {
      changed.add("autocommit " + connection.getAutoCommit());
    }
    if (connection.getTransactionIsolation() != isolation) {
      changed.add("isolation " + connection.getTransactionIsolation());
    }
    if (!autoCommit) {
      connection.rollback();
    }
  }
}
