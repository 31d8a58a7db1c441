package dev.reprise.jdbc.internal.transaction;

import dev.reprise.text.PrintableText;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The connection that the work gets. It rejects calls that would end the transaction, and all calls
 * after the transaction has ended.
 */
final class ConnectionProxy implements InvocationHandler {

  private final TransactionAttempt attempt;
  private final Connection delegate;

  private ConnectionProxy(TransactionAttempt attempt, Connection delegate) {
    this.attempt = attempt;
    this.delegate = delegate;
  }

  static Connection of(TransactionAttempt attempt, Connection delegate) {
    return proxy(Connection.class, new ConnectionProxy(attempt, delegate));
  }

  static <P> P proxy(Class<P> type, InvocationHandler handler) {
    ClassLoader loader = ConnectionProxy.class.getClassLoader();
    return type.cast(Proxy.newProxyInstance(loader, new Class<?>[] {type}, handler));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args)
      throws Throwable {
    return switch (method.getName()) {
      case "equals" -> args != null && proxy == args[0];
      case "hashCode" -> System.identityHashCode(proxy);
      case "toString" -> "transaction on " + PrintableText.oneLine(delegate.toString());
      case "close" -> null;
      case "isClosed" -> attempt.hasEnded() || delegate.isClosed();
      default -> {
        attempt.checkOpen();
        yield whileOpen((Connection) proxy, method, args);
      }
    };
  }

  private @Nullable Object whileOpen(Connection proxy, Method method, Object @Nullable [] args)
      throws Throwable {
    return switch (method.getName()) {
      case "commit", "abort" -> throw rejected(method);
      case "setAutoCommit", "setReadOnly", "setTransactionIsolation" -> {
        if (args != null && changes(method.getName(), args[0])) {
          throw rejected(method);
        }
        yield null;
      }
      default -> {
        if (args == null && method.getName().equals("rollback")) {
          throw rejected(method);
        }
        if (requestsConnection(args)) {
          yield wrapperResult(proxy, method);
        }
        attempt.beforeSetter(method.getName(), args);
        yield wrapped(proxy, reporting(attempt, delegate, method, args));
      }
    };
  }

  private static boolean requestsConnection(Object @Nullable [] args) {
    return args != null && args[0] == Connection.class;
  }

  /** Only {@code unwrap} and {@code isWrapperFor} have a class as their argument. */
  private static Object wrapperResult(Connection proxy, Method method) {
    return method.getName().equals("unwrap") ? proxy : true;
  }

  private boolean changes(String setter, Object value) throws SQLException {
    return switch (setter) {
      case "setAutoCommit" -> !value.equals(delegate.getAutoCommit());
      case "setReadOnly" -> !value.equals(delegate.isReadOnly());
      default -> !value.equals(delegate.getTransactionIsolation());
    };
  }

  private static IllegalStateException rejected(Method method) {
    return new IllegalStateException(
        method.getName()
            + " must not be called by the work: the transaction is committed when the work returns"
            + " and rolled back when it throws, with the settings of the TransactionRetry");
  }

  private @Nullable Object wrapped(Connection proxy, @Nullable Object result) throws SQLException {
    if (result instanceof DatabaseMetaData data) {
      return proxy(DatabaseMetaData.class, new ResultProxy(attempt, data, "getConnection", proxy));
    }
    if (result instanceof CallableStatement call) {
      return statement(CallableStatement.class, call, proxy);
    }
    if (result instanceof PreparedStatement prepared) {
      return statement(PreparedStatement.class, prepared, proxy);
    }
    return result instanceof Statement plain ? statement(Statement.class, plain, proxy) : result;
  }

  private <S extends Statement> S statement(Class<S> type, S statement, Connection connection)
      throws SQLException {
    attempt.statementCreated(statement);
    return proxy(type, new StatementProxy(attempt, statement, connection));
  }

  /** Calls the method and reports a failure to the attempt: it may have ended the transaction. */
  static @Nullable Object reporting(
      TransactionAttempt attempt, Object target, Method method, Object @Nullable [] args)
      throws Throwable {
    try {
      return call(target, method, args);
    } catch (Throwable failure) {
      attempt.statementFailed(failure);
      throw failure;
    }
  }

  static @Nullable Object call(Object target, Method method, Object @Nullable [] args)
      throws Throwable {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException thrown) {
      throw thrown.getTargetException();
    }
  }
}
