package dev.reprise.jdbc.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStoreException;
import dev.reprise.idempotency.store.StoredOutcome;
import dev.reprise.jdbc.Sql;
import dev.reprise.jdbc.TransactionRetry;
import dev.reprise.jdbc.store.SqlIdempotencyStore;
import dev.reprise.jdbc.transaction.TransactionIsolation;
import dev.reprise.testbed.tcp.Cut;
import dev.reprise.testbed.tcp.Direction;
import dev.reprise.testbed.tcp.FaultTrigger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A fault, the result for the caller, and the balance of account 1 afterwards. */
enum PoolFault {
  DEADLOCK(2) {
    @Override
    long happensTo(PoolFixture fixture) throws Exception {
      CyclicBarrier bothHoldOne = new CyclicBarrier(2);
      CompletableFuture<RetryResult<Integer>> one = crossing(fixture, 1, 2, bothHoldOne);
      CompletableFuture<RetryResult<Integer>> two = crossing(fixture, 2, 1, bothHoldOne);
      int attempts = succeeded(one.get(2, TimeUnit.MINUTES)).attempts();
      assertThat(attempts + succeeded(two.get(2, TimeUnit.MINUTES)).attempts()).isGreaterThan(2);
      return 102;
    }
  },
  SERIALIZATION(1) {
    @Override
    long happensTo(PoolFixture fixture) throws Exception {
      AtomicInteger attempts = new AtomicInteger();
      RetryResult<Integer> result =
          fixture
              .transactions
              .isolation(TransactionIsolation.REPEATABLE_READ)
              .executeInTransaction(
                  connection -> {
                    if (!fixture.isPostgres()) {
                      Sql.execute(connection, "SET SESSION innodb_snapshot_isolation = ON");
                    }
                    long before = Sql.balance(connection, 1);
                    if (attempts.incrementAndGet() == 1) {
                      fixture.database.execute("UPDATE account SET balance = 150 WHERE id = 1");
                    }
                    Sql.update(
                        connection,
                        "UPDATE account SET balance = " + (before + 1) + " WHERE id = 1");
                    return attempts.get();
                  });
      assertThat(succeeded(result).attempts()).isEqualTo(2);
      return 151;
    }
  },
  KILLED_BACKEND(1) {
    @Override
    long happensTo(PoolFixture fixture) throws Exception {
      AtomicInteger attempts = new AtomicInteger();
      RetryResult<Integer> result =
          fixture.transactions.executeInTransaction(
              connection -> {
                Sql.add(connection, 1, 1);
                if (attempts.incrementAndGet() == 1) {
                  fixture.kill(fixture.idOf(connection));
                }
                Sql.add(connection, 2, 1);
                return attempts.get();
              });
      assertThat(succeeded(result).attempts()).isEqualTo(2);
      return 101;
    }
  },
  ALL_CONNECTIONS_CUT(3) {
    @Override
    long happensTo(PoolFixture fixture) throws Exception {
      for (Connection each : fixture.drawAll()) {
        each.close();
      }
      fixture.proxy.cutAll(Cut.RESET);
      useAll(fixture);
      return 103;
    }
  },
  /** A primary that was demoted: its connections are valid, but cannot write. */
  DEMOTED_SERVER(1) {
    @Override
    long happensTo(PoolFixture fixture) throws Exception {
      try (Connection only = fixture.pool.source().getConnection()) {
        Sql.execute(
            only,
            fixture.isPostgres()
                ? "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"
                : "SET SESSION TRANSACTION READ ONLY");
        if (!fixture.autoCommit) {
          only.commit();
        }
      }
      RetryResult<Integer> result = addOne(fixture.transactions);
      assertThat(succeeded(result).attempts()).isLessThan(3);
      return 101;
    }
  },
  WRITE_WHERE_READ_ONLY_WAS_ASKED_FOR(1) {
    @Override
    long happensTo(PoolFixture fixture) throws Exception {
      RetryResult<Integer> result = addOne(fixture.transactions.readOnly());
      assertThat(result.stopReason()).as(result::toString).isEqualTo(StopReason.NOT_RETRYABLE);
      assertThat(result.attempts()).isEqualTo(1);
      return 100;
    }
  },
  WRITE_WHERE_THE_POOL_WAS_TOLD_TO_READ(1) {
    @Override
    long happensTo(PoolFixture fixture) throws Exception {
      TransactionRetry reading = TransactionRetry.on(Sql.source(() -> readOnly(fixture)));
      RetryResult<Integer> result = addOne(reading.policy(Sql.QUICK));
      assertThat(result.stopReason()).as(result::toString).isEqualTo(StopReason.NOT_RETRYABLE);
      // Two refusals of the server; Connector/J refuses the write itself, with another message.
      assertThat(result.attempts()).isLessThanOrEqualTo(2);
      return 100;
    }
  },
  CONSTRAINT(1) {
    @Override
    long happensTo(PoolFixture fixture) throws Exception {
      RetryResult<Boolean> result =
          fixture.transactions.executeInTransaction(
              connection -> {
                Sql.add(connection, 1, 1);
                Sql.update(connection, "INSERT INTO account VALUES (1, 1)");
                return true;
              });
      assertThat(result.stopReason()).as(result::toString).isEqualTo(StopReason.NOT_RETRYABLE);
      return 100;
    }
  },
  EXHAUSTED_POOL(2) {
    @Override
    Duration patience() {
      return Duration.ofMillis(300);
    }

    @Override
    long happensTo(PoolFixture fixture) throws Exception {
      List<Connection> lent = fixture.drawAll();
      TransactionRetry transactions = TransactionRetry.on(fixture.pool.source());
      RetryResult<Integer> result =
          addOne(transactions.policy(Sql.QUICK.toBuilder().maxAttempts(2).build()));
      assertThat(result.stopReason()).as(result::toString).isEqualTo(StopReason.ATTEMPTS);
      assertThat(result.attempts()).isEqualTo(2);
      AtomicInteger failed = new AtomicInteger();
      Retry retry =
          Retry.of(Sql.QUICK)
              .withListener(
                  event -> {
                    if (event instanceof RetryEvent.AttemptFinished
                        && failed.incrementAndGet() == 2) {
                      giveBack(lent);
                    }
                  });
      assertThat(succeeded(addOne(transactions.with(retry))).attempts()).isEqualTo(3);
      return 101;
    }
  },
  COMMIT_LOST(1) {
    @Override
    long happensTo(PoolFixture fixture) throws Exception {
      FaultTrigger trip =
          fixture.proxy.arm(FaultTrigger.cutAfter(Direction.TO_SERVER, "COMMIT", Cut.RESET));
      RetryResult<Integer> result = addOne(fixture.transactions);
      assertThat(result.stopReason()).as(result::toString).isEqualTo(StopReason.EFFECT_UNKNOWN);
      assertThat(trip.fired()).isEqualTo(1);
      return 101;
    }
  },
  /** A caller returns a connection without restoring its settings. */
  WORK_OF_ANOTHER(1) {
    @Override
    long happensTo(PoolFixture fixture) throws Exception {
      leaveUncommitted(fixture);
      succeeded(addOne(fixture.transactions));
      return 101;
    }
  },
  SETTINGS_CHANGED(1) {
    @Override
    long happensTo(PoolFixture fixture) throws Exception {
      if (fixture.isPostgres()) {
        fixture.database.execute("CREATE SCHEMA elsewhere");
      }
      TransactionRetry changing =
          fixture
              .transactions
              .isolation(TransactionIsolation.SERIALIZABLE)
              .statementTimeout(Duration.ofSeconds(40))
              .networkTimeout(Duration.ofSeconds(50));
      changing.runInTransaction(
          connection -> {
            Sql.add(connection, 1, 1);
            change(fixture, connection);
          });
      fixture.transactions.runInTransaction(
          connection -> {
            Sql.add(connection, 1, 1);
            change(fixture, connection);
          });
      RetryResult<Boolean> failed =
          fixture.transactions.executeInTransaction(
              connection -> {
                Sql.add(connection, 1, 1);
                change(fixture, connection);
                throw new IllegalStateException("no");
              });
      assertThat(failed.succeeded()).isFalse();
      return 102;
    }
  },
  STORE_AND_WORK_OF_ANOTHER(1) {
    @Override
    long happensTo(PoolFixture fixture) throws Exception {
      SqlIdempotencyStore store = store(fixture);
      leaveUncommitted(fixture);
      long token = granted(store.claim(KEY, REQUEST));
      leaveUncommitted(fixture);
      assertThat(store.record(KEY, token, OUTCOME)).isTrue();
      leaveUncommitted(fixture);
      assertThat(store.find(KEY)).isPresent();
      return 100;
    }
  },
  STORE_AND_ALL_CONNECTIONS_CUT(3) {
    @Override
    long happensTo(PoolFixture fixture) throws Exception {
      SqlIdempotencyStore store = store(fixture);
      for (Connection each : fixture.drawAll()) {
        each.close();
      }
      fixture.proxy.cutAll(Cut.RESET);
      long token = granted(store.claim(KEY, REQUEST));
      fixture.proxy.arm(FaultTrigger.cutAfter(Direction.TO_SERVER, "'COMPLETED'", Cut.RESET));
      assertThatThrownBy(
              () -> {
                store.record(KEY, token, OUTCOME);
                throw new IdempotencyStoreException("sent in two steps", new SQLException());
              })
          .isInstanceOf(IdempotencyStoreException.class);
      assertThat(store.find(KEY)).isPresent();
      useAll(fixture);
      return 103;
    }
  };

  private static final String KEY = IdempotencyKey.of("principal", "operation", "one").digest();
  private static final ClaimRequest REQUEST =
      new ClaimRequest(
          Fingerprint.of("request").digest(), Duration.ofMinutes(5), Duration.ofHours(1));
  private static final StoredOutcome OUTCOME = StoredOutcome.of(new byte[] {1});

  private final int size;

  PoolFault(int size) {
    this.size = size;
  }

  /** The size of the pool for this fault. */
  int size() {
    return size;
  }

  /**
   * The time for which the pool lets a thread wait; only the test of an exhausted pool needs it.
   */
  Duration patience() {
    return Duration.ofSeconds(20);
  }

  /** Causes the fault, and returns the balance of account 1 afterwards. */
  abstract long happensTo(PoolFixture fixture) throws Exception;

  private static <T> RetryResult<T> succeeded(RetryResult<T> result) {
    assertThat(result.succeeded()).as(result::toString).isTrue();
    return result;
  }

  private static RetryResult<Integer> addOne(TransactionRetry transactions) {
    return transactions.executeInTransaction(
        connection -> {
          Sql.add(connection, 1, 1);
          return 1;
        });
  }

  /** Keeps three transactions open at a time, so that each dead connection of the pool is used. */
  private static void useAll(PoolFixture fixture) throws Exception {
    CyclicBarrier allOpen = new CyclicBarrier(3);
    List<CompletableFuture<RetryResult<Boolean>>> calls = new ArrayList<>();
    for (int call = 0; call < 3; call++) {
      calls.add(
          Sql.start(
              () ->
                  fixture.transactions.executeInTransaction(
                      connection -> {
                        Sql.balance(connection, 2);
                        Sql.await(allOpen);
                        Sql.add(connection, 1, 1);
                        return true;
                      })));
    }
    for (CompletableFuture<RetryResult<Boolean>> call : calls) {
      succeeded(call.get(2, TimeUnit.MINUTES));
    }
  }

  private static CompletableFuture<RetryResult<Integer>> crossing(
      PoolFixture fixture, int first, int second, CyclicBarrier bothHoldOne) {
    AtomicInteger attempts = new AtomicInteger();
    return Sql.start(
        () ->
            fixture.transactions.executeInTransaction(
                connection -> {
                  Sql.add(connection, first, 1);
                  if (attempts.incrementAndGet() == 1) {
                    Sql.await(bothHoldOne);
                  }
                  Sql.add(connection, second, 1);
                  return attempts.get();
                }));
  }

  private static Connection readOnly(PoolFixture fixture) throws SQLException {
    Connection connection = fixture.database.getConnection();
    connection.setReadOnly(true);
    return connection;
  }

  private static void giveBack(List<Connection> lent) {
    try {
      for (Connection each : lent) {
        each.close();
      }
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static void leaveUncommitted(PoolFixture fixture) throws SQLException {
    try (Connection connection = fixture.pool.source().getConnection()) {
      if (!connection.getAutoCommit()) {
        Sql.add(connection, 1, 1000);
      }
    }
  }

  private static void change(PoolFixture fixture, Connection connection) throws SQLException {
    connection.setNetworkTimeout(Runnable::run, 77_000);
    connection.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT);
    if (fixture.isPostgres()) {
      connection.setSchema("elsewhere");
      connection.setClientInfo("ApplicationName", "tenant");
    } else {
      connection.setCatalog("information_schema");
    }
  }

  private static SqlIdempotencyStore store(PoolFixture fixture) {
    return SqlIdempotencyStore.on(fixture.pool.source()).table("kept").createSchema().open();
  }

  private static long granted(Claim claim) {
    assertThat(claim).isInstanceOf(Claim.Granted.class);
    return ((Claim.Granted) claim).token();
  }
}
