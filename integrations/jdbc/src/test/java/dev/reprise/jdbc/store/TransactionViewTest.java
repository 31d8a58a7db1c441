package dev.reprise.jdbc.store;

import static dev.reprise.jdbc.store.SqlIdempotencyStoreTest.granted;
import static dev.reprise.jdbc.store.TestStores.OUTCOME;
import static dev.reprise.jdbc.store.TestStores.REQUEST;
import static dev.reprise.jdbc.store.TestStores.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.idempotency.failure.StaleHolderException;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.operation.Holder;
import dev.reprise.idempotency.outcome.GuardedResult;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.IdempotencyStoreException;
import dev.reprise.jdbc.Sql;
import dev.reprise.jdbc.db.Db;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests the view of a store in a transaction of its caller: outcome and effect are committed
 * together.
 */
class TransactionViewTest {

  private static final String KEY = key("one");
  private static final IdempotencyKey PAYMENT = IdempotencyKey.of("ann", "pay", "1");
  private static final Fingerprint TEN = Fingerprint.of("10 EUR");

  private final String table = TestStores.freshTable();
  private final String effects = table + "_effects";

  private SqlIdempotencyStore open(Db kind) throws SQLException {
    TestStores.database(kind).execute("CREATE TABLE " + effects + " (id VARCHAR(80))");
    return SqlIdempotencyStore.on(TestStores.pool(kind)).table(table).createSchema().open();
  }

  private static IdempotencyGuard<String> guard(IdempotencyStore store) {
    return IdempotencyGuard.of(store, OutcomeCodec.string()).waitAtMost(Duration.ofSeconds(30));
  }

  private void effect(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO " + effects + " VALUES ('paid')");
    }
  }

  private long effects(Db kind) throws SQLException {
    return TestStores.database(kind).number("SELECT COUNT(*) FROM " + effects);
  }

  private static Connection begun(Db kind) throws SQLException {
    Connection connection = TestStores.database(kind).getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  /** Runs the operation: effect and outcome in one transaction. */
  private String pay(Db kind, SqlIdempotencyStore store, Holder<String> holder, boolean commits)
      throws SQLException {
    try (Connection connection = begun(kind)) {
      effect(connection);
      holder.recordIn(store.inTransaction(connection), "paid");
      if (commits) {
        connection.commit();
      } else {
        connection.rollback();
      }
      return "paid";
    }
  }

  @ParameterizedTest
  @EnumSource(Db.class)
  void commits_outcome_and_effect_together(Db kind) throws SQLException {
    SqlIdempotencyStore store = open(kind);
    for (int call = 0; call < 3; call++) {
      assertThat(guard(store).call(PAYMENT, TEN, holder -> pay(kind, store, holder, true)))
          .isEqualTo("paid");
    }
    assertThat(effects(kind)).isOne();
  }

  @ParameterizedTest
  @EnumSource(Db.class)
  void loses_outcome_and_effect_together_and_the_next_transaction_has_both(Db kind)
      throws SQLException {
    SqlIdempotencyStore store = open(kind);
    GuardedResult<String> result =
        guard(store)
            .execute(
                PAYMENT,
                TEN,
                holder -> {
                  pay(kind, store, holder, false);
                  return pay(kind, store, holder, true);
                });
    assertThat(result.isReplayed()).isFalse();
    assertThat(guard(store).recorded(PAYMENT)).isPresent();
    assertThat(effects(kind)).isOne();
  }

  @ParameterizedTest
  @EnumSource(Db.class)
  void a_failure_after_a_rollback_leaves_the_key_free(Db kind) throws SQLException {
    SqlIdempotencyStore store = open(kind);
    assertThatThrownBy(
            () ->
                guard(store)
                    .call(
                        PAYMENT,
                        TEN,
                        holder -> {
                          pay(kind, store, holder, false);
                          throw new SQLException("rolled back");
                        }))
        .hasMessage("rolled back");
    assertThat(effects(kind)).isZero();
    assertThat(guard(store).call(PAYMENT, TEN, holder -> pay(kind, store, holder, true)))
        .isEqualTo("paid");
    assertThat(effects(kind)).isOne();
  }

  @ParameterizedTest
  @EnumSource(Db.class)
  void a_stale_holder_has_no_effect(Db kind) throws SQLException {
    SqlIdempotencyStore store = open(kind);
    assertThatThrownBy(
            () ->
                guard(store)
                    .lease(Duration.ofMillis(1))
                    .call(
                        PAYMENT,
                        TEN,
                        holder -> {
                          takeOver(store);
                          return pay(kind, store, holder, true);
                        }))
        .isInstanceOf(StaleHolderException.class);
    assertThat(effects(kind)).isZero();
  }

  private static void takeOver(SqlIdempotencyStore store) {
    Claim claim;
    do {
      claim =
          store.claim(
              PAYMENT.digest(),
              new dev.reprise.idempotency.store.ClaimRequest(
                  TEN.digest(), Duration.ofMinutes(1), Duration.ofHours(1)));
    } while (claim instanceof Claim.Held);
    granted(claim);
  }

  @ParameterizedTest
  @EnumSource(Db.class)
  void does_all_calls_in_the_transaction(Db kind) throws SQLException {
    SqlIdempotencyStore store = open(kind);
    long token;
    try (Connection connection = begun(kind)) {
      IdempotencyStore view = store.inTransaction(connection);
      token = granted(view.claim(KEY, REQUEST));
      assertThat(view.renew(KEY, token, Duration.ofMinutes(2))).isTrue();
      assertThat(view.claim(KEY, REQUEST)).isInstanceOf(Claim.Held.class);
      assertThat(view.release(KEY, token)).isTrue();
      long next = granted(view.claim(KEY, REQUEST));
      assertThat(next).isGreaterThan(token);
      assertThat(view.record(KEY, next, OUTCOME)).isTrue();
      assertThat(view.find(KEY).orElseThrow().outcome()).isEqualTo(OUTCOME);
      assertThat(view.purge(10)).isZero();
      assertThat(view).hasToString(store + ", in a transaction");
      connection.rollback();
    }
    assertThat(store.find(KEY)).isEmpty();
    granted(store.claim(KEY, REQUEST));
  }

  @ParameterizedTest
  @EnumSource(Db.class)
  void rejects_a_connection_that_is_in_auto_commit_mode_or_closed(Db kind) throws SQLException {
    SqlIdempotencyStore store = open(kind);
    Connection connection = TestStores.database(kind).getConnection();
    assertThatThrownBy(() -> store.inTransaction(connection))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("connection must have auto-commit off, but it is on");
    connection.setAutoCommit(false);
    IdempotencyStore view = store.inTransaction(connection);
    connection.close();
    assertThatThrownBy(() -> view.find(KEY))
        .isInstanceOf(IdempotencyStoreException.class)
        .hasMessageStartingWith("cannot find a key in " + store + ": ")
        .hasCauseInstanceOf(SQLException.class);
  }

  /** Only on servers: H2 and SQLite let the reader wait or fail. */
  @ParameterizedTest
  @EnumSource(value = Db.class, mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
  void no_call_can_claim_the_key_between_record_and_commit(Db kind) throws Exception {
    SqlIdempotencyStore store = open(kind);
    long token = granted(store.claim(KEY, TestStores.request(Duration.ofMillis(1))));
    CountDownLatch claiming = new CountDownLatch(1);
    CompletableFuture<Claim> claim;
    try (Connection connection = begun(kind)) {
      effect(connection);
      assertThat(store.inTransaction(connection).record(KEY, token, OUTCOME)).isTrue();
      claim =
          Sql.start(
              () -> {
                claiming.countDown();
                return held(store);
              });
      claiming.await();
      connection.commit();
    }
    assertThat(claim.get()).isInstanceOf(Claim.Completed.class);
  }

  private static Claim held(SqlIdempotencyStore store) {
    Claim claim;
    do {
      claim = store.claim(KEY, REQUEST);
    } while (claim instanceof Claim.Held);
    return claim;
  }

  /** A call that waits too long for a lock fails and has no effect. */
  @ParameterizedTest
  @EnumSource(
      value = Db.class,
      names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_claim_that_waits_too_long_for_a_transaction_fails(Db kind) throws SQLException {
    SqlIdempotencyStore unused = open(kind);
    SqlIdempotencyStore store =
        SqlIdempotencyStore.on(TestStores.pool(kind))
            .table(table)
            .statementTimeout(Duration.ofSeconds(1))
            .retry(dev.reprise.Retry.none())
            .open();
    long token = granted(store.claim(KEY, TestStores.request(Duration.ofNanos(1))));
    try (Connection connection = begun(kind)) {
      assertThat(store.inTransaction(connection).record(KEY, token, OUTCOME)).isTrue();
      assertThatThrownBy(() -> store.claim(KEY, REQUEST))
          .isInstanceOf(IdempotencyStoreException.class)
          .hasMessageStartingWith("cannot claim a key in " + store + ": ");
      connection.rollback();
    }
    granted(store.claim(KEY, REQUEST));
    assertThat(unused.find(KEY)).isPresent();
  }
}
