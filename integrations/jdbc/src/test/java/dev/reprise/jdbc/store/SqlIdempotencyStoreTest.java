package dev.reprise.jdbc.store;

import static dev.reprise.jdbc.store.TestStores.OUTCOME;
import static dev.reprise.jdbc.store.TestStores.REQUEST;
import static dev.reprise.jdbc.store.TestStores.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.hedge.Hedge;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.jdbc.Sql;
import dev.reprise.jdbc.db.Db;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests of a store on SQL that are not in the contract: real clocks, other stores, unusual
 * connections.
 */
class SqlIdempotencyStoreTest {

  private static final String KEY = key("one");
  private static final int THREADS = 8;

  static long granted(Claim claim) {
    assertThat(claim).isInstanceOf(Claim.Granted.class);
    return ((Claim.Granted) claim).token();
  }

  static <R> List<R> inParallel(List<Callable<R>> work) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<R> results = new ArrayList<>();
      for (Future<R> future : pool.invokeAll(work)) {
        results.add(future.get());
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }

  @ParameterizedTest
  @EnumSource(Db.class)
  void the_clock_of_the_database_agrees_with_that_of_this_machine(Db kind) {
    SqlIdempotencyStore store = TestStores.fresh(kind).open();
    granted(store.claim(KEY, REQUEST));
    StoredEntry entry = store.find(KEY).orElseThrow();
    assertThat(Duration.between(entry.since(), Instant.now()).abs()).isLessThan(minutes(1));
    assertThat(Duration.between(entry.since(), entry.until())).isEqualTo(REQUEST.lease());
  }

  private static Duration minutes(int minutes) {
    return Duration.ofMinutes(minutes);
  }

  @ParameterizedTest
  @EnumSource(Db.class)
  void a_second_store_of_the_same_table_can_claim_after_the_lease(Db kind) throws Exception {
    String table = TestStores.freshTable();
    SqlIdempotencyStoreBuilder builder =
        SqlIdempotencyStore.on(TestStores.pool(kind)).table(table).createSchema();
    IdempotencyStore first = builder.open();
    IdempotencyStore second = builder.open();
    long stale = granted(first.claim(KEY, TestStores.request(Duration.ofMillis(100))));
    Claim claim = second.claim(KEY, REQUEST);
    while (claim instanceof Claim.Held held) {
      assertThat(held.leaseLeft()).isBetween(Duration.ofNanos(1), Duration.ofMillis(100));
      claim = second.claim(KEY, REQUEST);
    }
    long token = granted(claim);
    assertThat(token).isGreaterThan(stale);
    assertThat(first.record(KEY, stale, OUTCOME)).isFalse();
    assertThat(second.record(KEY, token, OUTCOME)).isTrue();
    assertThat(first.claim(KEY, REQUEST)).isInstanceOf(Claim.Completed.class);
  }

  @ParameterizedTest
  @EnumSource(Db.class)
  void a_bound_is_respected_while_many_threads_fill_the_store(Db kind) throws Exception {
    String table = TestStores.freshTable();
    SqlIdempotencyStore store =
        SqlIdempotencyStore.on(TestStores.pool(kind))
            .table(table)
            .createSchema()
            .maxEntries(20)
            .open();
    List<Callable<Long>> work =
        IntStream.range(0, THREADS)
            .<Callable<Long>>mapToObj(thread -> () -> fill(store, table, thread, kind))
            .toList();
    assertThat(inParallel(work)).allSatisfy(most -> assertThat(most).isBetween(1L, 20L));
  }

  /** Completes keys, and returns the maximum number that existed at the same time. */
  private static long fill(SqlIdempotencyStore store, String table, int thread, Db kind)
      throws SQLException {
    long most = 0;
    for (int number = 0; number < 15; number++) {
      String key = key(thread + "-" + number);
      assertThat(store.record(key, granted(store.claim(key, REQUEST)), OUTCOME)).isTrue();
      try (Connection connection = TestStores.pool(kind).getConnection()) {
        most = Math.max(most, Sql.number(connection, "SELECT COUNT(*) FROM " + table));
      }
    }
    return most;
  }

  @ParameterizedTest
  @EnumSource(Db.class)
  void a_smaller_bound_applies_from_the_next_key_on(Db kind) throws SQLException {
    String table = TestStores.freshTable();
    SqlIdempotencyStoreBuilder builder =
        SqlIdempotencyStore.on(TestStores.pool(kind)).table(table).createSchema();
    SqlIdempotencyStore large = builder.maxEntries(10).open();
    for (int number = 0; number < 10; number++) {
      large.record(key("" + number), granted(large.claim(key("" + number), REQUEST)), OUTCOME);
    }
    granted(builder.maxEntries(4).open().claim(KEY, REQUEST));
    assertThat(TestStores.database(kind).number("SELECT COUNT(*) FROM " + table)).isEqualTo(4);
    granted(large.claim(key("another"), REQUEST));
    assertThat(TestStores.database(kind).number("SELECT COUNT(*) FROM " + table)).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource(Db.class)
  void purges_more_keys_than_one_transaction_may_delete(Db kind) throws SQLException {
    String table = TestStores.freshTable();
    SqlIdempotencyStore store =
        SqlIdempotencyStore.on(TestStores.pool(kind)).table(table).createSchema().open();
    insertAged(kind, table, 2_500);
    assertThat(store.purge(1_100)).isEqualTo(1_100);
    assertThat(store.purge(10_000)).isEqualTo(1_400);
    assertThat(store.purge(10_000)).isZero();
  }

  private static void insertAged(Db kind, String table, int rows) throws SQLException {
    try (Connection connection = TestStores.database(kind).getConnection()) {
      connection.setAutoCommit(false);
      try (var statement =
          connection.prepareStatement(
              "INSERT INTO "
                  + table
                  + " (id, fingerprint, status, token, since_us, until_us, keep_us, forget_us)"
                  + " VALUES (?, '', 'RELEASED', 1, 1, 1, 1, 1)")) {
        for (int row = 0; row < rows; row++) {
          statement.setString(1, "aged " + row);
          statement.addBatch();
        }
        statement.executeBatch();
      }
      connection.commit();
    }
  }

  @ParameterizedTest
  @EnumSource(Db.class)
  void stores_a_megabyte(Db kind) {
    SqlIdempotencyStore store = TestStores.fresh(kind).open();
    byte[] bytes = new byte[1 << 20];
    for (int index = 0; index < bytes.length; index++) {
      bytes[index] = (byte) (index * 31);
    }
    var outcome = dev.reprise.idempotency.store.StoredOutcome.of(bytes);
    assertThat(store.record(KEY, granted(store.claim(KEY, REQUEST)), outcome)).isTrue();
    assertThat(store.find(KEY).orElseThrow().outcome()).isEqualTo(outcome);
  }

  @ParameterizedTest
  @EnumSource(Db.class)
  void rejects_a_key_that_is_not_a_digest(Db kind) {
    SqlIdempotencyStore store = TestStores.fresh(kind).open();
    assertThatThrownBy(() -> store.claim("' OR 1 = 1 --", REQUEST))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("key must be a digest of 64 lower-case hexadecimal digits");
    assertThatThrownBy(() -> store.find(KEY.toUpperCase(java.util.Locale.ROOT)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refuses_a_policy_with_hedges() {
    Retry hedged =
        Retry.of(
            RetryPolicy.builder()
                .idempotency(Idempotency.IDEMPOTENT)
                .hedge(Hedge.after(Duration.ofMillis(50)))
                .build());
    assertThatThrownBy(() -> SqlIdempotencyStore.on(TestStores.pool(Db.H2)).retry(hedged))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a store call cannot be hedged");
  }
}
