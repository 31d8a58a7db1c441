package dev.reprise.jdbc.pool;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.jdbc.TransactionRetry;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.store.SqlIdempotencyStore;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/**
 * Tests that data sources whose connections are in use elsewhere at the same time are refused by
 * name.
 */
class SharedConnectionsTest {

  private static void isRefused(DataSource dataSource, String message) {
    assertThatThrownBy(() -> TransactionRetry.on(dataSource))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> SqlIdempotencyStore.on(dataSource))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void refuses_one_that_lends_the_connection_of_a_running_transaction() {
    isRefused(
        new TransactionAwareDataSourceProxy(Db.H2.fresh()) {},
        "dataSource must not be a TransactionAwareDataSourceProxy: it lends the connection of a"
            + " running transaction, which would be ended; use its target data source");
  }

  @Test
  void refuses_one_that_lends_one_connection_to_all() {
    isRefused(
        new SingleConnectionDataSource(Db.H2.fresh().url(), true),
        "dataSource must not be a SingleConnectionDataSource: it lends one connection to all"
            + " threads, and does not replace a broken one; use a pool");
  }
}
