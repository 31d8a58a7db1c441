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
 * Data sources that lend a connection that another caller uses at the same time. Most wrappers
 * reveal them by {@link Wrapper#isWrapperFor}; behind the others, each connection is looked at when
 * it is lent.
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
          "it lends one connection to all threads, and no other if that breaks; use a pool");

  private static final ClassValue<Optional<Class<?>>> PROXY_SEEN_BY =
      new ClassValue<>() {
        @Override
        protected Optional<Class<?>> computeValue(Class<?> dataSource) {
          return Optional.ofNullable(named(PROXY, dataSource));
        }
      };

  private SharedConnections() {}

  /**
   * Refuses such a data source, and one that wraps it; transactions would end each other there.
   *
   * @param dataSource asked for connections later
   * @return the data source
   * @throws IllegalArgumentException if it is one of them, named with the reason
   */
  public static DataSource refuse(DataSource dataSource) {
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
   * @param dataSource not refused
   * @return the connection, to be closed
   * @throws SQLException if the data source has none
   * @throws IllegalArgumentException if such a data source lent it, behind a wrapper; it is given
   *     back, and nothing was done on it
   */
  public static Connection borrow(DataSource dataSource) throws SQLException {
    Connection connection = dataSource.getConnection();
    try {
      refuse(dataSource, connection);
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

  /** Its target is not asked for: one that is fetched late would be fetched before it is set up. */
  private static void refuse(DataSource dataSource, Connection connection) {
    Class<?> type = PROXY_SEEN_BY.get(dataSource.getClass()).orElse(null);
    Object proxy = unwrapped(connection, type);
    if (proxy != null && Proxy.isProxyClass(proxy.getClass())) {
      String maker = Proxy.getInvocationHandler(proxy).getClass().getName().split("\\$", 2)[0];
      check(maker, "lend connections of a ");
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

  /** Null where it is no such thing, nor a wrapper that has one to show. */
  private static @Nullable Object unwrapped(Wrapper wrapper, @Nullable Class<?> type) {
    if (type == null || type.isInstance(wrapper)) {
      return type == null ? null : wrapper;
    }
    try {
      Object found = wrapper.isWrapperFor(type) ? wrapper.unwrap(type) : null;
      return type.isInstance(found) ? found : null;
    } catch (SQLException | RuntimeException | LinkageError doesNotSay) {
      return null;
    }
  }

  private static @Nullable Class<?> named(String name, Class<?> seenBy) {
    try {
      return Class.forName(name, false, seenBy.getClassLoader());
    } catch (ClassNotFoundException | LinkageError notThere) {
      return null;
    }
  }
}
