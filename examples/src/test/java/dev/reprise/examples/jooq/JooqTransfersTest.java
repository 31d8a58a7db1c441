package dev.reprise.examples.jooq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.examples.sql.AccountTables;
import dev.reprise.jdbc.TransactionRetry;
import dev.reprise.jdbc.transaction.TransactionIsolation;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbcx.JdbcDataSource;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class JooqTransfersTest {

  @BeforeAll
  static void be_quiet() {
    System.setProperty("org.jooq.no-logo", "true");
    System.setProperty("org.jooq.no-tips", "true");
  }

  @Test
  void transfers_in_one_transaction() throws Exception {
    JdbcDataSource database = AccountTables.create();
    JooqTransfers transfers = new JooqTransfers(TransactionRetry.on(database), SQLDialect.H2);
    assertThat(transfers.transfer(1, 2, 30)).isEqualTo(70);
    assertThat(AccountTables.balance(database, 2)).isEqualTo(130);
  }

  @Test
  void exceptions_of_jooq_are_classified_by_their_cause() throws Exception {
    JdbcDataSource database = AccountTables.create();
    AtomicInteger attempts = new AtomicInteger();
    TransactionRetry.on(database)
        .isolation(TransactionIsolation.REPEATABLE_READ)
        .runInTransaction(
            connection -> {
              DSLContext sql = DSL.using(connection, SQLDialect.H2);
              sql.fetch("SELECT balance FROM account");
              if (attempts.incrementAndGet() == 1) {
                AccountTables.disturb(database);
              }
              sql.execute("UPDATE account SET balance = balance + 1 WHERE id = 1");
            });
    assertThat(attempts).hasValue(2);
    assertThat(AccountTables.balance(database, 1)).isEqualTo(1101);
  }

  @Test
  void a_jooq_transaction_cannot_end_the_outer_transaction() throws Exception {
    JdbcDataSource database = AccountTables.create();
    assertThatThrownBy(
            () ->
                TransactionRetry.on(database)
                    .runInTransaction(
                        connection ->
                            DSL.using(connection, SQLDialect.H2)
                                .transaction(
                                    nested -> nested.dsl().execute("DELETE FROM account"))))
        .hasStackTraceContaining("must not be called by the work");
    assertThat(AccountTables.balance(database, 1)).isEqualTo(100);
  }
}
