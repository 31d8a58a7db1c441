package dev.reprise.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A statement as the work sees it: each execution has the timeouts that the attempt has left for
 * it, and can be cancelled.
 */
final class TransactionStatement implements InvocationHandler {

  private static final int NOT_SET = -1;

  private final TransactionAttempt attempt;
  private final Statement delegate;
  private final Connection connection;
  private int ownSeconds = NOT_SET;

  TransactionStatement(TransactionAttempt attempt, Statement delegate, Connection connection) {
    this.attempt = attempt;
    this.delegate = delegate;
    this.connection = connection;
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args)
      throws Throwable {
    String name = method.getName();
    return switch (name) {
      case "equals" -> args != null && proxy == args[0];
      case "hashCode" -> System.identityHashCode(proxy);
      case "toString", "close", "isClosed" -> TransactionGuard.call(delegate, method, args);
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
      return watched(proxy, method, args);
    }
    attempt.changesQueryTimeout(delegate);
    Object result = watched(proxy, method, args);
    ownSeconds = (Integer) args[0];
    return result;
  }

  private @Nullable Object execute(Object proxy, Method method, Object @Nullable [] args)
      throws Throwable {
    attempt.starts(delegate, ownSeconds);
    try {
      return watched(proxy, method, args);
    } finally {
      attempt.ended();
    }
  }

  private @Nullable Object watched(Object proxy, Method method, Object @Nullable [] args)
      throws Throwable {
    Object result = TransactionGuard.watched(attempt, delegate, method, args);
    return result instanceof ResultSet rows && method.getReturnType() == ResultSet.class
        ? TransactionGuard.proxy(
            ResultSet.class, new TransactionPart(attempt, rows, "getStatement", proxy))
        : result;
  }
}
