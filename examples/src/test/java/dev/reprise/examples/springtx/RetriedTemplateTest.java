package dev.reprise.examples.springtx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.decision.StopReason;
import dev.reprise.examples.sql.AccountTables;
import dev.reprise.jdbc.TransactionRetry;
import dev.reprise.report.RetryReport;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

class RetriedTemplateTest {

  private JdbcDataSource database;
  private JdbcTemplate jdbc;
  private RetriedTemplate transactions;
  private volatile SQLException atCommit;

  @BeforeEach
  void create() throws Exception {
    database = AccountTables.create();
    jdbc = new JdbcTemplate(database);
    TransactionTemplate template = new TransactionTemplate(new FailingManager());
    template.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    transactions =
        new RetriedTemplate(
            Retry.of(
                TransactionRetry.defaultPolicy().toBuilder().retryOn(SQLException.class).build()),
            template);
  }

  /** Commits, and then fails if configured. */
  private final class FailingManager extends JdbcTransactionManager {

    private static final long serialVersionUID = 1;

    FailingManager() {
      super(database);
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
      super.doCommit(status);
      if (atCommit != null) {
        throw translateException("JDBC commit", atCommit);
      }
    }
  }

  @Test
  void the_whole_transaction_is_repeated_after_a_conflict() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    Integer made =
        transactions.execute(
            status -> {
              jdbc.queryForObject("SELECT balance FROM account WHERE id = 1", Long.class);
              if (attempts.incrementAndGet() == 1) {
                disturb();
              }
              jdbc.update("UPDATE account SET balance = balance + 1 WHERE id = 1");
              return attempts.get();
            });
    assertThat(made).isEqualTo(2);
    assertThat(AccountTables.balance(database, 1)).isEqualTo(1101);
  }

  private void disturb() {
    try {
      AccountTables.disturb(database);
    } catch (SQLException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Test
  void a_commit_of_unknown_outcome_is_not_repeated() throws Exception {
    atCommit = new SQLException("the connection broke", "08006");
    assertThatThrownBy(
            () ->
                transactions.execute(
                    status -> jdbc.update("UPDATE account SET balance = balance + 1 WHERE id = 1")))
        .hasRootCause(atCommit)
        .satisfies(
            thrown ->
                assertThat(RetryReport.of(thrown).orElseThrow().stopReason())
                    .isEqualTo(StopReason.EFFECT_UNKNOWN));
    assertThat(AccountTables.balance(database, 1)).isEqualTo(101);
  }

  @Test
  void nothing_is_retried_within_an_outer_transaction() {
    AtomicInteger inner = new AtomicInteger();
    AtomicInteger outer = new AtomicInteger();
    transactions.execute(
        status -> {
          outer.incrementAndGet();
          return transactions.execute(
              nested -> {
                if (inner.incrementAndGet() == 1) {
                  throw new IllegalStateException(new SQLException("deadlock", "40001"));
                }
                return 1;
              });
        });
    assertThat(outer).hasValue(2);
    assertThat(inner).hasValue(2);
  }

  @Test
  void other_failures_end_the_call() {
    assertThatThrownBy(
            () ->
                transactions.execute(
                    status -> {
                      throw new IllegalArgumentException("no");
                    }))
        .hasMessage("no");
  }
}
