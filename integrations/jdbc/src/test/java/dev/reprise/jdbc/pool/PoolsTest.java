package dev.reprise.jdbc.pool;

import static dev.reprise.jdbc.pool.PoolFault.DEMOTED_SERVER;
import static dev.reprise.jdbc.pool.PoolFault.WORK_OF_ANOTHER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryResult;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import dev.reprise.jdbc.Sql;
import dev.reprise.jdbc.TransactionRetry;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.dbcp2.cpdsadapter.DriverAdapterCPDS;
import org.apache.commons.dbcp2.datasources.SharedPoolDataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that after any fault the pool is intact and the data is correct. */
class PoolsTest {

  private static final List<Logger> LOUD =
      Stream.of("com.mchange", "org.apache.tomcat.jdbc", "org.postgresql")
          .map(Logger::getLogger)
          .toList();

  @BeforeAll
  static void hush() {
    System.setProperty("com.mchange.v2.log.MLog", "jdk14");
    LOUD.forEach(logger -> logger.setLevel(Level.OFF));
  }

  /**
   * Returns, for each pool, the faults at which pools have failed; and each of the other faults
   * once.
   */
  static List<Arguments> sample() {
    List<Arguments> sample = new ArrayList<>();
    PoolKind[] pools = PoolKind.values();
    for (PoolKind pool : pools) {
      for (PoolFault fault : List.of(WORK_OF_ANOTHER, DEMOTED_SERVER)) {
        sample.add(Arguments.of(pool, false, Db.POSTGRESQL, fault));
      }
    }
    for (PoolFault fault : PoolFault.values()) {
      PoolKind pool = pools[1 + fault.ordinal() % (pools.length - 1)];
      Db db = fault.ordinal() % 2 == 0 ? Db.POSTGRESQL : Db.MARIADB;
      sample.add(Arguments.of(pool, true, db, fault));
    }
    return sample;
  }

  /** Every pool, driver and fault together; each two of them with and without auto-commit. */
  static List<Arguments> complete() {
    List<Arguments> all = new ArrayList<>();
    for (Db db : List.of(Db.POSTGRESQL, Db.MARIADB, Db.MARIADB_BY_CONNECTOR_J)) {
      for (PoolKind pool : PoolKind.values()) {
        for (PoolFault fault : PoolFault.values()) {
          if (pool != PoolKind.PLAIN || fault != PoolFault.EXHAUSTED_POOL) {
            boolean autoCommit = (db.ordinal() + pool.ordinal() + fault.ordinal()) % 2 == 0;
            all.add(Arguments.of(pool, autoCommit, db, fault));
          }
        }
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("sample")
  void a_pool_is_intact_after_a_fault(PoolKind kind, boolean autoCommit, Db db, PoolFault fault)
      throws Exception {
    isWholeAfter(kind, autoCommit, db, fault);
  }

  @ParameterizedTest
  @MethodSource("complete")
  @Tag("proof")
  void any_pool_is_intact_after_any_fault(PoolKind kind, boolean autoCommit, Db db, PoolFault fault)
      throws Exception {
    isWholeAfter(kind, autoCommit, db, fault);
  }

  private static void isWholeAfter(PoolKind kind, boolean autoCommit, Db db, PoolFault fault)
      throws Exception {
    try (PoolFixture fixture =
        new PoolFixture(kind, autoCommit, db, fault.size(), fault.patience())) {
      fixture.check(fault.happensTo(fixture));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HIKARI", "DBCP2", "C3P0", "AGROAL"}) // Tomcat's opens again
  void a_closed_pool_is_not_classified_as_an_exhausted_one(PoolKind kind) throws Exception {
    Pool pool = kind.open(Db.POSTGRESQL.fresh(), 1, true, Duration.ofSeconds(20));
    pool.source().getConnection().close();
    pool.close();
    RetryResult<Boolean> result =
        TransactionRetry.on(pool.source())
            .policy(Sql.QUICK)
            .executeInTransaction(connection -> true);
    assertThat(result.stopReason()).as(result::toString).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(result.attempts()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"HIKARI", "DBCP2", "C3P0", "AGROAL"})
  void a_closed_pool_stops_a_batch(PoolKind kind) throws Exception {
    Pool pool = kind.open(Db.H2.fresh(), 1, true, Duration.ofSeconds(20));
    pool.source().getConnection().close();
    pool.close();
    BatchReport<Integer> report =
        TransactionRetry.on(pool.source())
            .policy(Sql.QUICK)
            .<Integer>batch("INSERT INTO a VALUES (?)", (row, i) -> row.setInt(1, i))
            .chunkSize(10)
            .run(IntStream.range(0, 100).boxed().toList());
    assertThat(report.stopFailure()).as(report::toString).isPresent();
    assertThat(report.counts().dead()).isEqualTo(10);
    assertThat(report.counts().notAttempted()).isEqualTo(90);
  }

  /**
   * This pool cannot be made to drop a connection, and detects the loss only when it tests the next
   * one.
   */
  @Test
  void a_shared_pool_of_dbcp2_that_tests_lent_connections_is_intact_after_a_loss()
      throws Exception {
    TestDatabase database = Db.H2.fresh();
    DriverAdapterCPDS driver = new DriverAdapterCPDS();
    driver.setUrl(database.url());
    driver.setUser(database.user());
    driver.setPassword(database.password());
    try (SharedPoolDataSource pool = new SharedPoolDataSource()) {
      pool.setConnectionPoolDataSource(driver);
      pool.setMaxTotal(1);
      pool.setDefaultTestOnBorrow(true);
      AtomicInteger attempts = new AtomicInteger();
      TransactionRetry.on(pool)
          .policy(Sql.QUICK)
          .runInTransaction(
              connection -> {
                if (attempts.incrementAndGet() == 1) {
                  throw new SQLException("the connection is gone", "08006");
                }
              });
      assertThat(attempts).hasValue(2);
      assertThat(pool.getNumActive()).isZero();
    }
  }
}
