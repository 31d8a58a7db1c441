package dev.reprise.jdbc.internal;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Wrapper;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Makes a pool drop a connection instead of lending it again. JDBC has only {@link
 * Connection#abort} for this. After it, Tomcat's pool and Agroal may lend the closed connection,
 * and the size of c3p0's pool is reduced permanently. These pools have their own methods, which are
 * called by reflection, so that no pool is needed to compile or to run this class.
 */
public final class ConnectionDiscard {

  private static final System.Logger LOG = System.getLogger("dev.reprise.jdbc");
  private static final Executor DIRECT = Runnable::run;

  private final DataSource dataSource;
  private final Connection connection;

  private ConnectionDiscard(DataSource dataSource, Connection connection) {
    this.dataSource = dataSource;
    this.connection = connection;
  }

  /**
   * Prevents the connection from being lent again. The caller must still close it, which frees its
   * slot in the pool.
   *
   * @param dataSource the data source of the connection
   * @param connection a borrowed connection that is not closed
   * @throws SQLException if the connection could not be aborted
   */
  public static void discard(DataSource dataSource, Connection connection) throws SQLException {
    ConnectionDiscard discard = new ConnectionDiscard(dataSource, connection);
    if (!discard.succeeds(discard::byTomcat)
        && !discard.succeeds(discard::byAgroal)
        && !discard.succeeds(discard::byC3p0)
        && !discard.succeeds(discard::byHikari)) {
      connection.abort(DIRECT);
    }
  }

  private boolean succeeds(PoolMethod method) {
    try {
      return method.discards();
    } catch (ReflectiveOperationException | SQLException | RuntimeException | LinkageError other) {
      LOG.log(
          System.Logger.Level.WARNING,
          () -> "the pool of " + connection.getClass() + " did not drop a connection",
          other);
      return false;
    }
  }

  private boolean byTomcat() throws ReflectiveOperationException {
    Class<?> type = named("org.apache.tomcat.jdbc.pool.PooledConnection");
    Object pooled = unwrapped(connection, type);
    if (type == null || pooled == null) {
      return false;
    }
    type.getMethod("setDiscarded", boolean.class).invoke(pooled, true);
    return true;
  }

  private boolean byAgroal() throws ReflectiveOperationException {
    Class<?> type = named("io.agroal.pool.wrapper.ConnectionWrapper");
    Object wrapper = unwrapped(connection, type);
    if (type == null || wrapper == null) {
      return false;
    }
    Object handler = type.getMethod("getHandler").invoke(wrapper);
    handler.getClass().getMethod("setFlushOnly").invoke(handler);
    return true;
  }

  /** c3p0 has no method for this, but drops a connection that is broken after an exception. */
  private boolean byC3p0() throws ReflectiveOperationException {
    Class<?> type = named("com.mchange.v2.c3p0.C3P0ProxyConnection");
    Object proxy = unwrapped(connection, type);
    if (type == null || proxy == null) {
      return false;
    }
    Method abort = Connection.class.getMethod("abort", Executor.class);
    Object raw = type.getField("RAW_CONNECTION").get(null);
    type.getMethod("rawConnectionOperation", Method.class, Object.class, Object[].class)
        .invoke(proxy, abort, raw, new Object[] {DIRECT});
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT 1");
      return false;
    } catch (SQLException broken) {
      return true;
    }
  }

  private boolean byHikari() throws ReflectiveOperationException {
    Class<?> type = named("com.zaxxer.hikari.HikariDataSource");
    Object pool = unwrapped(dataSource, type);
    Object proxy = unwrapped(connection, named("com.zaxxer.hikari.pool.ProxyConnection"));
    if (type == null || pool == null || proxy == null) {
      return false;
    }
    type.getMethod("evictConnection", Connection.class).invoke(pool, proxy);
    return true;
  }

  /**
   * Returns the object of this type that is or is wrapped by the wrapper; null if there is none.
   */
  private static @Nullable Object unwrapped(Wrapper wrapper, @Nullable Class<?> type) {
    try {
      if (type == null || type.isInstance(wrapper)) {
        return type == null ? null : wrapper;
      }
      return wrapper.isWrapperFor(type) ? wrapper.unwrap(type) : null;
    } catch (SQLException | RuntimeException | AbstractMethodError unknown) {
      return null;
    }
  }

  private @Nullable Class<?> named(String name) {
    Class<?> ofConnection = named(name, connection.getClass().getClassLoader());
    return ofConnection == null
        ? named(name, dataSource.getClass().getClassLoader())
        : ofConnection;
  }

  private static @Nullable Class<?> named(String name, @Nullable ClassLoader loader) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException | LinkageError missing) {
      return null;
    }
  }

  private interface PoolMethod {
    boolean discards() throws ReflectiveOperationException, SQLException;
  }
}
