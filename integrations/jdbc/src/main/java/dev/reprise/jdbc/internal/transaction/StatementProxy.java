package dev.reprise.jdbc.internal.transaction;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A statement that the work gets. Each execution is limited to the remaining time of the attempt
 * and can be cancelled.
 */
final class StatementProxy implements InvocationHandler {

  private static final int NOT_SET = -1;
  private static final Set<String> OF_BATCH = Set.of("addBatch", "clearBatch", "close");

  private final TransactionAttempt attempt;
  private final Statement delegate;
  private final Connection connection;
  private int ownSeconds = NOT_SET;
  private boolean settersOnly;
  private boolean unwrapped;

  /** Sets the parameters of a statement. */
  interface Setters {
    void run() throws SQLException;
  }

  StatementProxy(TransactionAttempt attempt, Statement delegate, Connection connection) {
    this.attempt = attempt;
    this.delegate = delegate;
    this.connection = connection;
  }

  /**
   * Runs code that sets parameters. It must not execute, close or extend the batch: items would be
   * executed twice, or not at all. On the statement of the driver this is not checked.
   */
  static void whileSettersOnly(Statement proxy, Setters setters) throws SQLException {
    StatementProxy statement = of(proxy);
    statement.settersOnly = true;
    try {
      setters.run();
    } finally {
      statement.settersOnly = false;
    }
  }

  /** Returns whether code that has the proxy may have the statement of the driver. */
  static boolean wasUnwrapped(Statement proxy) {
    return of(proxy).unwrapped;
  }

  private static StatementProxy of(Statement proxy) {
    return (StatementProxy) Proxy.getInvocationHandler(proxy);
  }

  private void checkIsSetter(String name) throws RefusedStatementException {
    if (settersOnly && (name.startsWith("execute") || OF_BATCH.contains(name))) {
      throw RefusedStatementException.ofBinder(name + " must not be called by the binder");
    }
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args)
      throws Throwable {
    String name = method.getName();
    checkIsSetter(name);
    unwrapped |= name.equals("unwrap");
    return switch (name) {
      case "equals" -> args != null && proxy == args[0];
      case "hashCode" -> System.identityHashCode(proxy);
      case "toString", "close", "isClosed" -> ConnectionProxy.call(delegate, method, args);
      default -> {
        attempt.checkOpen();
        yield name.startsWith("execute")
            ? execute(proxy, method, args)
            : whileOpen(proxy, method, args);
      }
    };
  }

  private @Nullable Object whileOpen(Object proxy, Method method, Object @Nullable [] args)
      throws Throwable {
    if (method.getName().equals("getConnection")) {
      return connection;
    }
    if (!method.getName().equals("setQueryTimeout") || args == null) {
      return reporting(proxy, method, args);
    }
    attempt.beforeQueryTimeout(delegate);
    Object result = reporting(proxy, method, args);
    ownSeconds = (Integer) args[0];
    return result;
  }

  private @Nullable Object execute(Object proxy, Method method, Object @Nullable [] args)
      throws Throwable {
    attempt.statementStarts(delegate, ownSeconds);
    try {
      return reporting(proxy, method, args);
    } finally {
      attempt.statementEnded();
    }
  }

  private @Nullable Object reporting(Object proxy, Method method, Object @Nullable [] args)
      throws Throwable {
    Object result = ConnectionProxy.reporting(attempt, delegate, method, args);
    return result instanceof ResultSet rows && method.getReturnType() == ResultSet.class
        ? ConnectionProxy.proxy(
            ResultSet.class, new ResultProxy(attempt, rows, "getStatement", proxy))
        : result;
  }
}
