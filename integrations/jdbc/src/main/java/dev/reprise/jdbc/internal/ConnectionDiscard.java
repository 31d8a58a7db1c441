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
 * Makes a pool drop a connection instead of lending it again. JDBC has {@link Connection#abort}
 * alone for that, after which Tomcat's pool and Agroal may lend the closed connection, and c3p0 has
 * one place less for good. These have their own methods for it; they are found by class name, so
 * that none is needed to compile or to run this.
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
   * Makes sure that the connection is not lent again. It still has to be closed, which gives its
   * place in the pool back.
   *
   * @param dataSource where the connection is from
   * @param connection lent, and not yet closed
   * @throws SQLException if it could not be aborted
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

  private boolean succeeds(Way way) {
    try {
      return way.isTaken();
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

  /** It has no word for this, but drops a connection that is found broken after an exception. */
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

  /** Null where it is no such thing, nor a wrapper around one. */
  private static @Nullable Object unwrapped(Wrapper wrapper, @Nullable Class<?> type) {
    try {
      if (type == null || type.isInstance(wrapper)) {
        return type == null ? null : wrapper;
      }
      return wrapper.isWrapperFor(type) ? wrapper.unwrap(type) : null;
    } catch (SQLException | RuntimeException | AbstractMethodError doesNotSay) {
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
    } catch (ClassNotFoundException | LinkageError notThere) {
      return null;
    }
  }

  private interface Way {
    boolean isTaken() throws ReflectiveOperationException, SQLException;
  }
}
