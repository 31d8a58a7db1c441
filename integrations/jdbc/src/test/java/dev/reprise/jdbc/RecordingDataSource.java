package dev.reprise.jdbc;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A data source that records the calls of its connections, and fails where a test sets it. */
final class RecordingDataSource implements DataSource {

  private final DataSource delegate;
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final Map<String, Plan> plans = new ConcurrentHashMap<>();
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();

  private record Plan(AtomicInteger times, Throwable failure, boolean after) {}

  RecordingDataSource(DataSource delegate) {
    this.delegate = delegate;
  }

  /** Lets the next calls of a method of connections fail before they are executed. */
  RecordingDataSource failing(String method, int times, Throwable failure) {
    plans.put(method, new Plan(new AtomicInteger(times), failure, false));
    return this;
  }

  /** Lets the next calls of a method of connections fail after they were executed. */
  RecordingDataSource failingAfter(String method, int times, Throwable failure) {
    plans.put(method, new Plan(new AtomicInteger(times), failure, true));
    return this;
  }

  /** Returns the calls that begin, end or change a transaction, in order. */
  List<String> calls() {
    return calls;
  }

  int opened() {
    return opened.get();
  }

  int open() {
    return open.get();
  }

  @Override
  public Connection getConnection() throws SQLException {
    calls.add("getConnection");
    try {
      planned("getConnection", false);
    } catch (SQLException | RuntimeException | Error planned) {
      throw planned;
    } catch (Throwable other) {
      throw new AssertionError(other);
    }
    Connection connection = delegate.getConnection();
    opened.incrementAndGet();
    open.incrementAndGet();
    AtomicBoolean given = new AtomicBoolean(true);
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, args) -> called(connection, given, method, args));
  }

  private Object called(Connection connection, AtomicBoolean given, Method method, Object[] args)
      throws Throwable {
    String name = method.getName();
    if (name.startsWith("set") || List.of("commit", "rollback", "abort", "close").contains(name)) {
      calls.add(args == null || name.equals("abort") ? name : name + " " + args[args.length - 1]);
    }
    if (name.equals("close") && given.getAndSet(false)) {
      open.decrementAndGet();
    }
    planned(name, false);
    try {
      Object result = method.invoke(connection, args);
      planned(name, true);
      return result;
    } catch (InvocationTargetException thrown) {
      throw thrown.getTargetException();
    }
  }

  private void planned(String method, boolean after) throws Throwable {
    Plan plan = plans.get(method);
    if (plan != null && plan.after == after && plan.times.getAndDecrement() > 0) {
      throw plan.failure;
    }
  }

  @Override
  public Connection getConnection(String username, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) {}

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
