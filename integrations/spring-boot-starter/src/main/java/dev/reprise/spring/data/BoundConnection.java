package dev.reprise.spring.data;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;

/**
 * A connection whose transaction is the current one of Spring until it is closed. Its commit and
 * close notify the synchronizations that took part. Used by one thread.
 */
final class BoundConnection implements InvocationHandler {

  private static final System.Logger LOG = System.getLogger("dev.reprise.spring");

  private final DataSource dataSource;
  private final Connection connection;
  private final ConnectionHolder holder;
  private final boolean synchronizes;
  private final @Nullable Object before;
  private boolean completing;
  private boolean closed;
  private int status = TransactionSynchronization.STATUS_ROLLED_BACK;

  /**
   * Creates the state of a bound connection.
   *
   * @param synchronizes true if the synchronizations of the thread belong to this transaction
   * @param before the resource that was bound before; null if there was none
   */
  BoundConnection(
      DataSource dataSource,
      Connection connection,
      ConnectionHolder holder,
      boolean synchronizes,
      @Nullable Object before) {
    this.dataSource = dataSource;
    this.connection = connection;
    this.holder = holder;
    this.synchronizes = synchronizes;
    this.before = before;
  }

  Connection proxy() {
    return (Connection)
        Proxy.newProxyInstance(
            BoundConnection.class.getClassLoader(), new Class<?>[] {Connection.class}, this);
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    return switch (method.getName()) {
      case "commit" -> {
        commit();
        yield null;
      }
      case "close" -> {
        close();
        yield null;
      }
      case "isWrapperFor", "unwrap" -> wrapped(method, arguments);
      case "equals" -> arguments != null && proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> call(method, arguments);
    };
  }

  /** Pools are found by their connection, which does not report itself. */
  private @Nullable Object wrapped(Method method, Object @Nullable [] arguments) throws Throwable {
    boolean found =
        arguments != null && arguments[0] instanceof Class<?> type && type.isInstance(connection);
    if (!found) {
      return call(method, arguments);
    }
    return method.getName().equals("unwrap") ? connection : (Object) true;
  }

  private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(connection, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getTargetException();
    }
  }

  private void commit() throws SQLException {
    if (holder.isRollbackOnly()) {
      throw new UnexpectedRollbackException(
          "the transaction was rolled back because a method with @Transactional that took part in"
              + " it has failed");
    }
    if (synchronizes) {
      TransactionSynchronizationUtils.triggerBeforeCommit(false);
      beforeCompletion();
    }
    status = TransactionSynchronization.STATUS_UNKNOWN;
    connection.commit();
    status = TransactionSynchronization.STATUS_COMMITTED;
  }

  private void beforeCompletion() {
    if (!completing) {
      completing = true;
      TransactionSynchronizationUtils.triggerBeforeCompletion();
    }
  }

  private void close() throws SQLException {
    if (closed) {
      return;
    }
    closed = true;
    List<TransactionSynchronization> took = List.of();
    if (synchronizes) {
      beforeCompletion();
      took = TransactionSynchronizationManager.getSynchronizations();
      TransactionSynchronizationManager.clear();
    }
    TransactionSynchronizationManager.unbindResource(dataSource);
    if (before != null) {
      TransactionSynchronizationManager.bindResource(dataSource, before);
    }
    try {
      connection.close();
    } finally {
      completed(took);
    }
  }

  /** The transaction has ended, so a failure cannot change its result. */
  private void completed(List<TransactionSynchronization> took) {
    if (status == TransactionSynchronization.STATUS_COMMITTED) {
      try {
        TransactionSynchronizationUtils.invokeAfterCommit(took);
      } catch (RuntimeException failed) {
        LOG.log(System.Logger.Level.ERROR, "code that runs after a commit has failed", failed);
      }
    }
    TransactionSynchronizationUtils.invokeAfterCompletion(took, status);
  }
}
