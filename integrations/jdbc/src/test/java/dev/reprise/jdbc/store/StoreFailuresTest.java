package dev.reprise.jdbc.store;

import static dev.reprise.jdbc.store.SqlIdempotencyStoreTest.granted;
import static dev.reprise.jdbc.store.TestStores.OUTCOME;
import static dev.reprise.jdbc.store.TestStores.REQUEST;
import static dev.reprise.jdbc.store.TestStores.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.IdempotencyStoreException;
import dev.reprise.jdbc.Sql;
import dev.reprise.jdbc.classify.SqlCategory;
import dev.reprise.jdbc.classify.SqlClassifier;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import dev.reprise.testbed.tcp.Cut;
import dev.reprise.testbed.tcp.Direction;
import dev.reprise.testbed.tcp.FaultTrigger;
import dev.reprise.testbed.tcp.TcpProxy;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests databases that fail at the worst moment, behind a proxy that closes connections at a given
 * byte.
 */
class StoreFailuresTest {

  private static final String KEY = key("one");

  private final String table = TestStores.freshTable();
  private TcpProxy proxy;

  /** A store that connects through the proxy; each call has its own connection. */
  private SqlIdempotencyStoreBuilder throughProxy(Db kind) throws IOException {
    TestDatabase database = TestStores.database(kind);
    proxy = TcpProxy.to("127.0.0.1", database.port()).start();
    return SqlIdempotencyStore.on(database.at(proxy.port())).table(table).createSchema();
  }

  @AfterEach
  void close() throws IOException {
    if (proxy != null) {
      proxy.close();
    }
  }

  private IdempotencyStore direct(Db kind) {
    return SqlIdempotencyStore.on(TestStores.pool(kind)).table(table).open();
  }

  /** The bytes of the statement that commits; READ COMMITTED is a different statement. */
  private static String commit(Db kind) {
    return switch (kind) {
      case POSTGRESQL -> "COMMIT\0";
      case MARIADB, MARIADB_BY_CONNECTOR_J -> "\3COMMIT";
      case H2, SQLITE -> throw new IllegalArgumentException(kind + " has no server");
    };
  }

  @ParameterizedTest
  @EnumSource(
      value = Db.class,
      names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_missing_database_is_named_with_the_failed_action(Db kind) throws IOException {
    SqlIdempotencyStore store = throughProxy(kind).open();
    proxy.refuse();
    assertThatThrownBy(() -> store.claim(KEY, REQUEST))
        .isInstanceOf(IdempotencyStoreException.class)
        .hasMessageStartingWith("cannot claim a key in " + table + " (")
        .hasCauseInstanceOf(SQLException.class);
    assertThatThrownBy(() -> store.record(KEY, 1, OUTCOME))
        .isInstanceOf(IdempotencyStoreException.class)
        .hasMessageStartingWith("cannot record an outcome in " + table + " (");
    proxy.accept();
    granted(store.claim(KEY, REQUEST));
  }

  @ParameterizedTest
  @EnumSource(
      value = Db.class,
      names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_claim_whose_connection_is_closed_before_its_commit_is_repeated(Db kind)
      throws IOException {
    SqlIdempotencyStore store = throughProxy(kind).open();
    FaultTrigger trip =
        proxy.arm(FaultTrigger.cutBefore(Direction.TO_SERVER, "SET token", Cut.RESET));
    granted(store.claim(KEY, REQUEST));
    assertThat(trip.fired()).isOne();
    assertThat(direct(kind).claim(KEY, REQUEST)).isInstanceOf(Claim.Held.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = Db.class,
      names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_claim_whose_connection_is_closed_after_its_commit_fails_and_the_key_is_held(Db kind)
      throws IOException {
    SqlIdempotencyStore store = throughProxy(kind).open();
    FaultTrigger trip =
        proxy.arm(FaultTrigger.cutAfter(Direction.TO_SERVER, commit(kind), Cut.RESET));
    assertThatThrownBy(() -> store.claim(KEY, REQUEST))
        .isInstanceOf(IdempotencyStoreException.class)
        .hasMessageStartingWith("cannot claim a key in ");
    assertThat(trip.fired()).isOne();
    assertThat(store.claim(KEY, REQUEST)).isInstanceOf(Claim.Held.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = Db.class,
      names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_record_whose_connection_is_closed_after_its_commit_fails_and_a_claim_finds_the_outcome(
      Db kind) throws IOException {
    SqlIdempotencyStore store = throughProxy(kind).open();
    long token = granted(store.claim(KEY, REQUEST));
    FaultTrigger trip =
        proxy.arm(FaultTrigger.cutAfter(Direction.TO_SERVER, "'COMPLETED'", Cut.RESET));
    IdempotencyStore alone = withoutBinaryStatements(kind);
    assertThatThrownBy(() -> alone.record(KEY, token, OUTCOME))
        .isInstanceOf(IdempotencyStoreException.class)
        .hasMessageStartingWith("cannot record an outcome in ");
    assertThat(trip.fired()).isOne();
    assertThat(store.claim(KEY, REQUEST))
        .isInstanceOfSatisfying(
            Claim.Completed.class, found -> assertThat(found.outcome()).isEqualTo(OUTCOME));
  }

  /**
   * Without this option PostgreSQL's driver sends a statement in two steps, the first of which
   * prepares it.
   */
  private IdempotencyStore withoutBinaryStatements(Db kind) {
    String option = kind == Db.POSTGRESQL ? "&preferQueryMode=simple" : "";
    return SqlIdempotencyStore.on(TestStores.database(kind).at(proxy.port()).with(option))
        .table(table)
        .open();
  }

  @ParameterizedTest
  @EnumSource(
      value = Db.class,
      names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void without_a_retry_a_closed_connection_is_a_failure(Db kind) throws IOException {
    SqlIdempotencyStore store = throughProxy(kind).retry(Retry.none()).open();
    proxy.arm(FaultTrigger.cutBefore(Direction.TO_SERVER, "SET token", Cut.RESET));
    assertThatThrownBy(() -> store.claim(KEY, REQUEST))
        .isInstanceOf(IdempotencyStoreException.class);
    assertThat(direct(kind).find(KEY)).isEmpty();
  }

  /** Two transactions that record the same two keys in opposite order. */
  @ParameterizedTest
  @EnumSource(
      value = Db.class,
      names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_deadlock_in_the_callers_transaction_reaches_the_caller(Db kind) throws Exception {
    SqlIdempotencyStore store =
        SqlIdempotencyStore.on(TestStores.pool(kind)).table(table).createSchema().open();
    String other = key("two");
    long first = granted(store.claim(KEY, REQUEST));
    long second = granted(store.claim(other, REQUEST));
    CountDownLatch both = new CountDownLatch(2);
    CompletableFuture<Throwable> one =
        Sql.start(() -> recordBoth(kind, store, KEY, first, other, second, both));
    CompletableFuture<Throwable> two =
        Sql.start(() -> recordBoth(kind, store, other, second, KEY, first, both));
    List<Throwable> failures = Stream.of(one.get(), two.get()).filter(Objects::nonNull).toList();
    assertThat(failures).hasSize(1);
    Throwable failure = failures.get(0);
    assertThat(failure).isInstanceOf(IdempotencyStoreException.class);
    assertThat(SqlClassifier.standard().diagnose(failure).orElseThrow().category())
        .isEqualTo(SqlCategory.DEADLOCK);
    assertThat(store.claim(KEY, REQUEST)).isInstanceOf(Claim.Completed.class);
    assertThat(store.claim(other, REQUEST)).isInstanceOf(Claim.Completed.class);
  }

  private static Throwable recordBoth(
      Db kind,
      SqlIdempotencyStore store,
      String key,
      long token,
      String otherKey,
      long otherToken,
      CountDownLatch both) {
    try (Connection connection = TestStores.database(kind).getConnection()) {
      connection.setAutoCommit(false);
      IdempotencyStore view = store.inTransaction(connection);
      view.record(key, token, OUTCOME);
      both.countDown();
      both.await();
      view.record(otherKey, otherToken, OUTCOME);
      connection.commit();
      return null;
    } catch (SQLException | InterruptedException | IdempotencyStoreException failure) {
      return failure;
    }
  }

  @Test
  void a_data_source_of_an_unsupported_database_is_rejected_with_its_name() {
    assertThatThrownBy(
            () -> SqlIdempotencyStore.on(new UnsupportedDatabase(TestStores.pool(Db.H2))).open())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "dataSource must lead to PostgreSQL, MariaDB, MySQL, H2 or SQLite, but leads to"
                + " Oracle");
  }
}
