package dev.reprise.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryResult;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import dev.reprise.jdbc.transaction.TransactionIsolation;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Eight threads, ten accounts, isolation serializable: the balance is exact and no transfer happens
 * twice.
 */
class TransferTest {

  @ParameterizedTest
  @CsvSource({"POSTGRESQL, 400", "MARIADB, 400", "H2, 400"})
  void every_transfer_happens_exactly_once(Db kind, int count) throws Exception {
    transfer(kind, count);
  }

  @Test
  @Tag("proof")
  void every_transfer_of_ten_thousand_happens_exactly_once() throws Exception {
    transfer(Db.POSTGRESQL, 10_000);
  }

  private static void transfer(Db kind, int count) throws Exception {
    TestDatabase database = kind.fresh();
    Transfers.create(database);
    ConcurrentMap<Integer, RetryResult<Integer>> results = new ConcurrentHashMap<>();
    Transfers.Result result =
        Transfers.run(
            database,
            database,
            count,
            (pool, transfer, attempts) -> {
              RetryResult<Integer> made =
                  TransactionRetry.on(pool)
                      .isolation(TransactionIsolation.SERIALIZABLE)
                      .executeInTransaction(
                          connection -> {
                            int attempt = attempts.incrementAndGet();
                            transfer.make(connection);
                            return attempt;
                          });
              results.put(transfer.number(), made);
              made.valueOrThrow();
            });
    assertThat(results.values().stream().filter(made -> !made.succeeded())).isEmpty();
    assertThat(result.once()).isEqualTo(count);
    assertThat(result.twice()).isZero();
    assertThat(result.money()).isEqualTo((long) Transfers.ACCOUNTS * Transfers.MONEY);
    for (int n = 0; n < count; n++) {
      assertThat(results.get(n).attempts()).isEqualTo(result.attempts().get(n));
    }
    assertThat(result.retries()).isPositive();
  }
}
