package dev.reprise.jdbc.store;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A data source whose connections report that they lead to Oracle. */
final class UnsupportedDatabase extends DelegatingDataSource {

  UnsupportedDatabase(DataSource dataSource) {
    super(dataSource);
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = super.getConnection();
    DatabaseMetaData data = saying(DatabaseMetaData.class, connection.getMetaData(), "Oracle");
    return saying(Connection.class, connection, data);
  }

  private static <T> T saying(Class<T> type, T truth, Object answer) {
    return type.cast(
        Proxy.newProxyInstance(
            UnsupportedDatabase.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getMetaData", "getDatabaseProductName" -> answer;
                  default -> method.invoke(truth, arguments);
                }));
  }
}
