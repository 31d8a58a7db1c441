package dev.reprise.spring.data;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * A data source for retried transactions. As long as a connection is borrowed, its transaction is
 * the current one of Spring on that thread: {@code JdbcTemplate}, {@code JdbcClient} and methods
 * with {@code @Transactional} take part in it.
 */
final class SpringTransactions extends DelegatingDataSource {

  SpringTransactions(DataSource target) {
    super(target);
  }

  @Override
  public Connection getConnection() throws SQLException {
    DataSource target = obtainTargetDataSource();
    if (TransactionSynchronizationManager.isActualTransactionActive()
        && TransactionSynchronizationManager.hasResource(target)) {
      throw new IllegalStateException(
          "a transaction of Spring is active on this data source, and cannot be retried from"
              + " inside: call TransactionRetry outside of methods with @Transactional");
    }
    Connection connection = target.getConnection();
    try {
      return bind(target, connection);
    } catch (Throwable failure) {
      connection.close();
      throw failure;
    }
  }

  private static Connection bind(DataSource target, Connection connection) {
    @Nullable Object before = TransactionSynchronizationManager.unbindResourceIfPossible(target);
    ConnectionHolder holder = new ConnectionHolder(connection, true);
    holder.setSynchronizedWithTransaction(true);
    TransactionSynchronizationManager.bindResource(target, holder);
    boolean synchronizes = !TransactionSynchronizationManager.isSynchronizationActive();
    if (synchronizes) {
      TransactionSynchronizationManager.initSynchronization();
      TransactionSynchronizationManager.setActualTransactionActive(true);
    }
    return new BoundConnection(target, connection, holder, synchronizes, before).proxy();
  }
}
