package dev.reprise.jdbc.internal;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Wrapper;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Detects data sources whose connections several callers use at the same time. Most wrappers report
 * such a data source by {@link Wrapper#isWrapperFor}. Behind other wrappers, each connection is
 * checked when it is borrowed.
 */
public final class SharedConnections {

  private static final String SPRING = "org.springframework.jdbc.datasource.";

  /** The interface of Spring's shared connections, and others. */
  private static final String PROXY = SPRING + "ConnectionProxy";

  private static final Map<String, String> REASONS =
      Map.of(
          SPRING + "TransactionAwareDataSourceProxy",
          "it lends the connection of a running transaction, which would be ended;"
              + " use its target data source",
          SPRING + "SingleConnectionDataSource",
          "it lends one connection to all threads, and does not replace a broken one; use a pool");

  private static final ClassValue<Optional<Class<?>>> PROXY_SEEN_BY =
      new ClassValue<>() {
        @Override
        protected Optional<Class<?>> computeValue(Class<?> dataSource) {
          return Optional.ofNullable(named(PROXY, dataSource));
        }
      };

  private SharedConnections() {}

  /**
   * Rejects such a data source, and a wrapper of one: its transactions would end each other.
   *
   * @param dataSource the data source to check
   * @return the data source
   * @throws IllegalArgumentException if it is such a data source; the message has its name and the
   *     reason
   */
  public static DataSource reject(DataSource dataSource) {
    for (Class<?> type = dataSource.getClass(); type != null; type = type.getSuperclass()) {
      check(type.getName(), "be a ");
    }
    for (String shared : REASONS.keySet()) {
      if (unwrapped(dataSource, named(shared, dataSource.getClass())) != null) {
        check(shared, "wrap a ");
      }
    }
    return dataSource;
  }

  /**
   * Requests a connection and checks, as far as possible, that no other caller uses it.
   *
   * @param dataSource a data source that was not rejected
   * @return the connection, which the caller must close
   * @throws SQLException if the data source has no connection
   * @throws IllegalArgumentException if such a data source lent it, behind a wrapper; it was closed
   *     and not used
   */
  public static Connection borrow(DataSource dataSource) throws SQLException {
    Connection connection = dataSource.getConnection();
    try {
      reject(dataSource, connection);
      return connection;
    } catch (Throwable refused) {
      try {
        connection.close();
      } catch (SQLException | RuntimeException alsoFailed) {
        refused.addSuppressed(alsoFailed);
      }
      throw refused;
    }
  }

  /** Does not unwrap the target, since a lazy connection would then connect too early. */
  private static void reject(DataSource dataSource, Connection connection) {
    Class<?> type = PROXY_SEEN_BY.get(dataSource.getClass()).orElse(null);
    Object proxy = unwrapped(connection, type);
    if (proxy != null && Proxy.isProxyClass(proxy.getClass())) {
      String handler = Proxy.getInvocationHandler(proxy).getClass().getName().split("\\$", 2)[0];
      check(handler, "lend connections of a ");
    }
  }

  private static void check(String name, String relation) {
    String reason = REASONS.get(name);
    if (reason != null) {
      String simple = name.substring(name.lastIndexOf('.') + 1);
      throw new IllegalArgumentException(
          "dataSource must not " + relation + simple + ": " + reason);
    }
  }

  /**
   * Returns the object of this type that is or is wrapped by the wrapper; null if there is none.
   */
  private static @Nullable Object unwrapped(Wrapper wrapper, @Nullable Class<?> type) {
    if (type == null || type.isInstance(wrapper)) {
      return type == null ? null : wrapper;
    }
    try {
      Object found = wrapper.isWrapperFor(type) ? wrapper.unwrap(type) : null;
      return type.isInstance(found) ? found : null;
    } catch (SQLException | RuntimeException | LinkageError unknown) {
      return null;
    }
  }

  private static @Nullable Class<?> named(String name, Class<?> seenBy) {
    try {
      return Class.forName(name, false, seenBy.getClassLoader());
    } catch (ClassNotFoundException | LinkageError missing) {
      return null;
    }
  }
}
