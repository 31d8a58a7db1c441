package dev.reprise.jdbc.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.jdbc.Sql;
import dev.reprise.jdbc.TransactionRetry;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import dev.reprise.jdbc.store.SqlIdempotencyStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.TransactionStatus;

/** Tests that a connection in use elsewhere is not changed inside any wrapper. */
class WrappedSharedConnectionsTest {

  private final TestDatabase database = Db.H2.fresh();

  @BeforeEach
  void table() throws SQLException {
    database.execute("CREATE TABLE word (text VARCHAR(10))");
  }

  /** Common wrappers of a data source; the last two do not reveal the wrapped one. */
  enum Wrapper {
    LAZY(LazyConnectionDataSourceProxy::new),
    DELEGATING(DelegatingDataSource::new),
    TWICE(inner -> new DelegatingDataSource(new LazyConnectionDataSourceProxy(inner))),
    NOWHERE_YET(WrappedSharedConnectionsTest::leadsNowhereYet),
    SILENT(inner -> Sql.source(inner::getConnection));

    private final UnaryOperator<DataSource> around;

    Wrapper(UnaryOperator<DataSource> around) {
      this.around = around;
    }
  }

  private static DataSource leadsNowhereYet(DataSource inner) {
    return new DelegatingDataSource(inner) {
      @Override
      public boolean isWrapperFor(Class<?> type) {
        throw new IllegalStateException("cannot determine target");
      }
    };
  }

  static Stream<Arguments> wrappersAndOutcomes() {
    return Stream.of(Wrapper.values())
        .flatMap(wrapper -> Stream.of(true, false).map(commit -> Arguments.of(wrapper, commit)));
  }

  @ParameterizedTest(name = "{0}, outer transaction committed: {1}")
  @MethodSource("wrappersAndOutcomes")
  void only_its_owner_ends_a_running_transaction(Wrapper wrapper, boolean commits)
      throws SQLException {
    DataSourceTransactionManager manager = new DataSourceTransactionManager(database);
    TransactionStatus outer = manager.getTransaction(null);
    insert(DataSourceUtils.getConnection(database), "outer");

    isRefused(
        wrapper.around.apply(new TransactionAwareDataSourceProxy(database)),
        "TransactionAwareDataSourceProxy");

    if (commits) {
      manager.commit(outer);
    } else {
      manager.rollback(outer);
    }
    hasWords(commits ? 1 : 0);
  }

  @ParameterizedTest(name = "{0}, committed: {1}")
  @MethodSource("wrappersAndOutcomes")
  void an_open_transaction_on_the_only_connection_ends_as_its_owner_decides(
      Wrapper wrapper, boolean commits) throws SQLException {
    SingleConnectionDataSource only =
        new SingleConnectionDataSource(database.getConnection(), true);
    Connection open = only.getConnection();
    open.setAutoCommit(false);
    insert(open, "outer");

    isRefused(wrapper.around.apply(only), "SingleConnectionDataSource");

    if (commits) {
      open.commit();
    } else {
      open.rollback();
    }
    only.destroy();
    hasWords(commits ? 1 : 0);
  }

  /** Checks that the data source is refused at once, or when the first connection is lent. */
  private static void isRefused(DataSource dataSource, String shared) {
    assertThatThrownBy(
            () ->
                TransactionRetry.on(dataSource)
                    .runInTransaction(connection -> insert(connection, "inner")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("dataSource must not (wrap|lend connections of) a " + shared + ": .*");
    assertThatThrownBy(() -> SqlIdempotencyStore.on(dataSource).createSchema())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(shared);
  }

  @Test
  void custom_wrappers_of_a_data_source_work_within_a_transaction() throws SQLException {
    DataSourceTransactionManager manager = new DataSourceTransactionManager(database);
    TransactionStatus outer = manager.getTransaction(null);
    insert(DataSourceUtils.getConnection(database), "outer");
    for (Wrapper wrapper : Wrapper.values()) {
      TransactionRetry.on(wrapper.around.apply(database))
          .runInTransaction(connection -> insert(connection, "inner"));
    }
    manager.rollback(outer);
    hasWords(Wrapper.values().length);
  }

  @Test
  void a_data_source_that_claims_to_wrap_anything_works() throws SQLException {
    DataSource boastful =
        new DelegatingDataSource(database) {
          @Override
          public boolean isWrapperFor(Class<?> type) {
            return true;
          }
        };
    TransactionRetry.on(boastful).runInTransaction(connection -> insert(connection, "inner"));
    hasWords(1);
  }

  private static void insert(Connection connection, String word) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO word VALUES ('" + word + "')");
    }
  }

  private void hasWords(long count) throws SQLException {
    assertThat(database.number("SELECT count(*) FROM word")).isEqualTo(count);
  }
}
