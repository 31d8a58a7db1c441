package dev.reprise.jdbc.classify;

import static dev.reprise.jdbc.classify.SqlCategory.CANCELLED;
import static dev.reprise.jdbc.classify.SqlCategory.CONNECTION_LOST;
import static dev.reprise.jdbc.classify.SqlCategory.CONSTRAINT;
import static dev.reprise.jdbc.classify.SqlCategory.DATA;
import static dev.reprise.jdbc.classify.SqlCategory.DEADLOCK;
import static dev.reprise.jdbc.classify.SqlCategory.LOCK_TIMEOUT;
import static dev.reprise.jdbc.classify.SqlCategory.NO_CONNECTION;
import static dev.reprise.jdbc.classify.SqlCategory.OUTCOME_UNKNOWN;
import static dev.reprise.jdbc.classify.SqlCategory.OVERLOAD;
import static dev.reprise.jdbc.classify.SqlCategory.PERMANENT;
import static dev.reprise.jdbc.classify.SqlCategory.SERIALIZATION;
import static dev.reprise.jdbc.classify.SqlCategory.STATEMENT_TIMEOUT;
import static dev.reprise.jdbc.classify.SqlCategory.SYNTAX;
import static dev.reprise.jdbc.classify.SqlCategory.TRANSIENT;
import static dev.reprise.jdbc.classify.SqlCategory.UNRECOGNISED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.sql.BatchUpdateException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlClassifierTest {

  private static final SqlClassifier STANDARD = SqlClassifier.standard();

  /** Failures as documented by the drivers of databases that tests cannot run here. */
  @ParameterizedTest
  @CsvSource({
    "ORACLE, 61000, 60, DEADLOCK",
    "ORACLE, 72000, 8177, SERIALIZATION",
    "ORACLE, 61000, 54, LOCK_TIMEOUT",
    "ORACLE, 72000, 1013, STATEMENT_TIMEOUT",
    "ORACLE, 08003, 17008, CONNECTION_LOST",
    "ORACLE, 08006, 17002, CONNECTION_LOST",
    "ORACLE, 66000, 3113, CONNECTION_LOST",
    "ORACLE, 66000, 12541, NO_CONNECTION",
    "ORACLE, 66000, 12519, OVERLOAD",
    "ORACLE, 61000, 20, OVERLOAD",
    "ORACLE, 23000, 1, CONSTRAINT",
    "ORACLE, 42000, 942, SYNTAX",
    "ORACLE, 72000, 1017, PERMANENT",
    "ORACLE, 99999, 25405, OUTCOME_UNKNOWN",
    "ORACLE, 72000, 12899, DATA",
    "ORACLE, 72000, 12898, UNRECOGNISED",
    "ORACLE, 42000, 1722, DATA",
    "ORACLE, 40000, 2091, CONSTRAINT",
    "ORACLE, 66000, 12505, NO_CONNECTION",
    "ORACLE, 66000, 12521, NO_CONNECTION",
    "ORACLE, 66000, 12526, NO_CONNECTION",
    "ORACLE, 66000, 12527, NO_CONNECTION",
    "ORACLE, 66000, 3150, CONNECTION_LOST",
    "ORACLE, 12000, 12805, TRANSIENT",
    "ORACLE, 72000, 1041, UNRECOGNISED",
    "SQL_SERVER, 40001, 1205, DEADLOCK",
    "SQL_SERVER, S0051, 1222, LOCK_TIMEOUT",
    "SQL_SERVER, S0005, 3960, SERIALIZATION",
    "SQL_SERVER, S0001, 41302, SERIALIZATION",
    "SQL_SERVER, S0001, 40613, NO_CONNECTION",
    "SQL_SERVER, S0001, 40501, OVERLOAD",
    "SQL_SERVER, S0001, 10928, OVERLOAD",
    "SQL_SERVER, S0001, 49920, OVERLOAD",
    "SQL_SERVER, S0001, 40197, CONNECTION_LOST",
    "SQL_SERVER, 08S01, 0, CONNECTION_LOST",
    "SQL_SERVER, 08001, 0, CONNECTION_LOST",
    "SQL_SERVER, HY008, 0, STATEMENT_TIMEOUT",
    "SQL_SERVER, 23000, 2627, CONSTRAINT",
    "SQL_SERVER, S0001, 102, SYNTAX",
    "SQL_SERVER, S0001, 1204, OVERLOAD",
    "SQL_SERVER, S0001, 3966, SERIALIZATION",
    "SQL_SERVER, S0001, 596, CONNECTION_LOST",
    "SQL_SERVER, S0001, 6005, CONNECTION_LOST",
    "SQL_SERVER, S0001, 18401, NO_CONNECTION",
    "SQL_SERVER, S0001, 921, NO_CONNECTION",
    "SQL_SERVER, S0001, 42108, NO_CONNECTION",
    "SQL_SERVER, S0001, 42109, NO_CONNECTION",
    "SQL_SERVER, S0001, 233, UNRECOGNISED",
    "SQL_SERVER, S0001, 64, UNRECOGNISED",
    "SQL_SERVER, S0001, 245, DATA",
    "MYSQL, HY000, 3819, CONSTRAINT",
    "MYSQL, 01000, 1265, DATA",
    "MYSQL, 42S22, 1054, SYNTAX",
    "MARIADB, 42S22, 1054, SYNTAX",
    "POSTGRESQL, 42501, 0, SYNTAX",
    "MYSQL, HY000, 1412, TRANSIENT",
    "MARIADB, HY000, 1412, TRANSIENT",
    "SQL_SERVER, S0002, 208, SYNTAX",
    "SQL_SERVER, S0001, 18456, PERMANENT",
    "DB2, 40001, -911, DEADLOCK",
    "DB2, 57033, -913, LOCK_TIMEOUT",
    "DB2, 57014, -952, CANCELLED",
    "DB2, 57014, -905, STATEMENT_TIMEOUT",
    "DB2, 57011, -904, OVERLOAD",
    "DB2, 08001, -30081, CONNECTION_LOST",
    "DB2, 08001, -4499, CONNECTION_LOST",
    "DB2, 08506, -4498, CONNECTION_LOST",
    "DB2, 08007, -1, OUTCOME_UNKNOWN",
    "DB2, 23505, -803, CONSTRAINT",
    "DB2, 42601, -104, SYNTAX",
    "POSTGRESQL, 40003, 0, OUTCOME_UNKNOWN",
    "POSTGRESQL, 58C00, 0, TRANSIENT",
    "POSTGRESQL, 57P03, 0, NO_CONNECTION",
    "POSTGRESQL, 57P02, 0, CONNECTION_LOST",
    "POSTGRESQL, 53100, 0, PERMANENT",
    "POSTGRESQL, P0001, 0, DATA",
    "MYSQL, 08004, 1040, OVERLOAD",
    "MYSQL, HY000, 3024, STATEMENT_TIMEOUT",
    "MYSQL, HY000, 3572, LOCK_TIMEOUT",
    "MYSQL, HY000, 4031, CONNECTION_LOST",
    "MARIADB, HY000, 4031, SYNTAX",
    "MYSQL, 40000, 3101, SERIALIZATION",
    "MYSQL, HY000, 1836, READ_ONLY",
    "MYSQL, 70100, 1317, CANCELLED",
    "MARIADB, 08S01, 1047, READ_ONLY",
    "MARIADB, 07004, 0, DATA",
    "MARIADB, 08S01, 1153, DATA",
    "MYSQL, 08S01, 1153, DATA",
    "H2, 90131, 90131, SERIALIZATION",
    "H2, 90067, 90067, CONNECTION_LOST",
  })
  void the_meaning_of_a_failure_depends_on_its_database(
      SqlDatabase database, String state, int code, SqlCategory category) {
    SQLException failure = new SQLException("made up", state, code);
    assertThat(SqlClassifier.forDatabase(database).diagnose(failure).orElseThrow().category())
        .isEqualTo(category);
  }

  @Test
  void the_meaning_of_a_code_depends_on_its_database() {
    assertThat(category(thrownBy("com.microsoft.sqlserver.jdbc.TDSParser", "S0013", 1205)))
        .isEqualTo(DEADLOCK);
    assertThat(category(thrownBy("org.mariadb.jdbc.export.ExceptionFactory", "HY000", 1205)))
        .isEqualTo(LOCK_TIMEOUT);
    assertThat(category(thrownBy("com.example.Proxy", "HY000", 1205))).isEqualTo(UNRECOGNISED);
  }

  @ParameterizedTest
  @CsvSource({
    "org.postgresql.core.v3.QueryExecutorImpl, POSTGRESQL",
    "com.yugabyte.core.v3.QueryExecutorImpl, POSTGRESQL",
    "com.mysql.cj.jdbc.ConnectionImpl, MYSQL",
    "org.mariadb.jdbc.Statement, MARIADB",
    "oracle.jdbc.driver.T4CTTIoer11, ORACLE",
    "com.ibm.db2.jcc.am.b7, DB2",
    "org.h2.message.DbException, H2",
    "org.sqlite.core.DB, SQLITE",
    "com.example.Proxy,",
  })
  void a_driver_is_recognized_by_its_code(String type, SqlDatabase database) {
    SqlFailure found = STANDARD.diagnose(thrownBy(type, "40001", 0)).orElseThrow();
    assertThat(found.database()).isEqualTo(database);
    assertThat(found.category()).isEqualTo(SERIALIZATION);
  }

  @Test
  void a_known_database_has_priority_over_the_code_that_threw() {
    SQLException failure = thrownBy("org.mariadb.jdbc.Statement", "HY000", 1205);
    SqlFailure found =
        SqlClassifier.forDatabase(SqlDatabase.SQL_SERVER).diagnose(failure).orElseThrow();
    assertThat(found.category()).isEqualTo(DEADLOCK);
    assertThat(found.database()).isEqualTo(SqlDatabase.SQL_SERVER);
  }

  @Test
  void passes_failures_that_are_not_from_a_database() {
    assertThat(STANDARD.classify(Outcome.returned("fine"))).isEqualTo(Verdict.pass());
    assertThat(STANDARD.classify(Outcome.threw(new IOException("disk")))).isEqualTo(Verdict.pass());
    assertThat(STANDARD.verdict(new Error(deadlock()), SqlPhase.AUTO_COMMIT))
        .isEqualTo(Verdict.pass());
    assertThat(STANDARD.diagnose(new CompletionException(new AssertionError(deadlock()))))
        .isEmpty();
  }

  @Test
  void finds_a_failure_inside_wrappers() {
    Throwable wrapped = new CompletionException(new IllegalStateException("dao", deadlock()));
    SqlFailure found = STANDARD.diagnose(wrapped).orElseThrow();
    assertThat(found.category()).isEqualTo(DEADLOCK);
    assertThat(found.sqlState()).isEqualTo("40P01");
    assertThat(found.vendorCode()).isZero();
    assertThat(found.toString()).contains("DEADLOCK (postgresql 40P01)");
  }

  @Test
  void the_first_one_with_a_row_decides() {
    SQLException outer = new SQLException("unclear", "HY000", 0);
    outer.initCause(new SQLTimeoutException("unclear too", "ZZ000", 0));
    outer.setNextException(new SQLException("the reason", "23505", 0));
    SqlFailure found = STANDARD.diagnose(outer).orElseThrow();
    assertThat(found.category()).isEqualTo(CONSTRAINT);
    assertThat(found.exception().getMessage()).isEqualTo("the reason");
  }

  @Test
  void ends_on_cycles_of_causes() {
    SQLException one = new SQLException("one", "HY000", 0);
    SQLException two = new SQLException("two", "HY000", 0);
    one.initCause(two);
    two.initCause(one);
    two.setNextException(one);
    assertThat(category(one)).isEqualTo(UNRECOGNISED);
  }

  @Test
  void checks_64_exceptions_of_endless_chains() {
    assertThat(category(below(63, deadlock()))).isEqualTo(DEADLOCK);
    assertThat(STANDARD.diagnose(below(64, deadlock()))).isEmpty();
  }

  private static Throwable below(int wrappers, Throwable failure) {
    Throwable outer = failure;
    for (int depth = 0; depth < wrappers; depth++) {
      outer = new IllegalStateException("layer", outer);
    }
    return outer;
  }

  @Test
  void a_transaction_that_failed_for_an_unknown_reason_is_not_retried() {
    SQLException failure = new SQLException("aborted", "25P02", 0);
    SqlFailure found =
        SqlClassifier.forDatabase(SqlDatabase.POSTGRESQL).diagnose(failure).orElseThrow();
    assertThat(found.category()).isEqualTo(SqlCategory.FAILED_TRANSACTION);
    assertThat(found.verdict(SqlPhase.IN_TRANSACTION).action()).isEqualTo(Verdict.Action.ABORT);
  }

  @Test
  void a_batch_in_auto_commit_mode_may_have_done_a_part() {
    BatchUpdateException failure = new BatchUpdateException("batch", "HY000", 0, new int[0]);
    failure.setNextException(deadlock());
    SqlFailure found = STANDARD.diagnose(failure).orElseThrow();
    assertThat(found.batch()).isTrue();
    assertThat(found.category()).isEqualTo(DEADLOCK);
    assertThat(found.effect(SqlPhase.AUTO_COMMIT)).isEqualTo(Effect.UNKNOWN);
    assertThat(found.effect(SqlPhase.IN_TRANSACTION)).isEqualTo(Effect.NONE);
    assertThat(STANDARD.diagnose(deadlock()).orElseThrow().batch()).isFalse();
  }

  @Test
  void an_interrupt_is_not_retried_and_a_timeout_of_the_socket_is_no_interrupt() {
    SQLException interrupted = new SQLException("I/O", "08006", 0, new InterruptedIOException());
    assertThat(category(interrupted)).isEqualTo(CANCELLED);
    SQLException pool = new SQLException("pool", new InterruptedException());
    assertThat(category(pool)).isEqualTo(CANCELLED);
    SQLException slow = new SQLException("I/O", "08006", 0, new SocketTimeoutException("read"));
    assertThat(category(slow)).isEqualTo(CONNECTION_LOST);
  }

  @Test
  void a_failure_while_connecting_has_no_effect() {
    for (String maker :
        new String[] {
          "com.mysql.cj.jdbc.NonRegisteringDriver#connect",
          "com.zaxxer.hikari.HikariDataSource#getConnection",
          "java.sql.DriverManager#getConnection"
        }) {
      SQLException failure = new SQLException("no", "08S01", 0, new ConnectException("refused"));
      comesFrom(failure, maker);
      SqlFailure found = STANDARD.diagnose(failure).orElseThrow();
      assertThat(found.category()).isEqualTo(NO_CONNECTION);
      assertThat(found.connecting()).isTrue();
      assertThat(found.effect(SqlPhase.AUTO_COMMIT)).isEqualTo(Effect.NONE);
    }
  }

  @Test
  void a_failure_to_connect_during_a_commit_leaves_its_outcome_unknown() {
    for (String state : new String[] {"08001", "08006", "08004", "53300"}) {
      SQLException failure = new SQLException("no", state, 0);
      comesFrom(
          failure,
          "org.postgresql.Driver#connect",
          "java.sql.DriverManager#getConnection",
          "com.example.FailoverConnection#commit");
      SqlFailure found =
          SqlClassifier.forDatabase(SqlDatabase.POSTGRESQL).diagnose(failure).orElseThrow();
      assertThat(found.effect(SqlPhase.COMMITTING)).as(state).isEqualTo(Effect.UNKNOWN);
      assertThat(found.effect(SqlPhase.AUTO_COMMIT)).as(state).isEqualTo(Effect.UNKNOWN);
    }
  }

  @Test
  void a_pool_that_connects_during_a_commit_leaves_its_outcome_unknown() {
    SQLException failure = new SQLException("too many", "53300", 0);
    comesFrom(failure, "com.zaxxer.hikari.HikariDataSource#getConnection");
    SqlFailure found = SqlClassifier.forDatabase(SqlDatabase.POSTGRESQL).diagnose(failure).get();
    assertThat(found.category()).isEqualTo(SqlCategory.OVERLOAD);
    assertThat(found.effect(SqlPhase.COMMITTING)).isEqualTo(Effect.UNKNOWN);
  }

  @Test
  void a_statement_that_fails_inside_a_data_source_of_the_application_may_have_been_executed() {
    SQLException failure = new SQLException("gone", "08006", 0);
    comesFrom(
        failure,
        "org.postgresql.core.v3.QueryExecutorImpl#execute",
        "org.postgresql.jdbc.PgPreparedStatement#executeUpdate",
        "com.example.AuditingDataSource#getConnection",
        "com.example.Shop#order");
    isUnknown(failure);
    comesFrom(
        failure,
        "org.postgresql.jdbc.PgPreparedStatement#executeUpdate",
        "com.example.Tenants#find",
        "org.apache.commons.dbcp2.BasicDataSource#getConnection");
    isUnknown(failure);
  }

  @Test
  void a_statement_during_which_a_wrapper_reconnects_may_have_been_executed() {
    SQLException failure = new SQLException("refused", "08001", 0);
    comesFrom(
        failure,
        "org.postgresql.Driver#connect",
        "java.sql.DriverManager#getConnection",
        "com.example.Failover#again",
        "com.example.FailoverStatement#executeUpdate");
    isUnknown(failure);
  }

  @Test
  void a_statement_of_the_pool_itself_is_a_part_of_connecting() {
    SQLException failure = new SQLException("gone", "08006", 0);
    comesFrom(
        failure,
        "org.postgresql.jdbc.PgStatement#execute",
        "com.zaxxer.hikari.pool.PoolBase#executeSql",
        "com.zaxxer.hikari.HikariDataSource#getConnection",
        "com.example.Shop#order");
    assertThat(STANDARD.verdict(failure, SqlPhase.AUTO_COMMIT).effect()).isEqualTo(Effect.NONE);
  }

  private static void isUnknown(SQLException failure) {
    SqlFailure found = STANDARD.diagnose(failure).orElseThrow();
    assertThat(found.category()).isEqualTo(CONNECTION_LOST);
    assertThat(found.connecting()).isFalse();
    assertThat(found.effect(SqlPhase.AUTO_COMMIT)).isEqualTo(Effect.UNKNOWN);
    assertThat(found.effect(SqlPhase.COMMITTING)).isEqualTo(Effect.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"08001", "08S02", "25S03"})
  void a_failover_may_have_lost_the_response_to_a_statement(String state) {
    SqlFailure found = STANDARD.diagnose(new SQLException("made up", state, 0)).orElseThrow();
    assertThat(found.category()).isEqualTo(CONNECTION_LOST);
    assertThat(found.effect(SqlPhase.IN_TRANSACTION)).isEqualTo(Effect.NONE);
    assertThat(found.effect(SqlPhase.COMMITTING)).isEqualTo(Effect.UNKNOWN);
    assertThat(found.effect(SqlPhase.AUTO_COMMIT)).isEqualTo(Effect.UNKNOWN);
  }

  @Test
  void a_driver_that_fails_to_reconnect_during_a_statement_may_have_sent_it() {
    SQLException failure = new SQLException("no", "08S01", 0, new ConnectException("refused"));
    comesFrom(failure, "org.mariadb.jdbc.client.impl.MultiPrimaryClient#reConnect");
    SqlFailure found = STANDARD.diagnose(failure).orElseThrow();
    assertThat(found.category()).isEqualTo(CONNECTION_LOST);
    assertThat(found.effect(SqlPhase.AUTO_COMMIT)).isEqualTo(Effect.UNKNOWN);
  }

  @Test
  void a_pool_without_a_free_connection_opened_none() {
    SQLException failure = new SQLTransientConnectionException("Connection is not available");
    comesFrom(failure, "com.zaxxer.hikari.HikariDataSource#getConnection");
    assertThat(category(failure)).isEqualTo(OVERLOAD);
    assertThat(STANDARD.verdict(failure, SqlPhase.AUTO_COMMIT).effect()).isEqualTo(Effect.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "ORA-00060: deadlock detected, DEADLOCK",
    "ORA-08177: cannot serialize access, SERIALIZATION",
    "ORA-02049: timeout, LOCK_TIMEOUT",
    "ORA-00001: unique constraint violated, CONSTRAINT"
  })
  void the_message_shows_which_errors_have_rolled_back_an_oracle_transaction(
      String why, SqlCategory category) {
    SQLException failure =
        new SQLException("ORA-02091: transaction rolled back\n" + why, "40000", 2091);
    SqlFailure found =
        SqlClassifier.forDatabase(SqlDatabase.ORACLE).diagnose(failure).orElseThrow();
    assertThat(found.category()).isEqualTo(category);
    assertThat(found.effect(SqlPhase.COMMITTING)).isEqualTo(Effect.NONE);
  }

  @Test
  void the_class_decides_if_nothing_else_is_known() {
    Map<SQLException, SqlCategory> meanings =
        Map.of(
            new SQLTimeoutException(), STATEMENT_TIMEOUT,
            new SQLTransientConnectionException(), CONNECTION_LOST,
            new SQLNonTransientConnectionException(), CONNECTION_LOST,
            new SQLRecoverableException("x", "99999", 31337), CONNECTION_LOST,
            new SQLTransactionRollbackException(), TRANSIENT,
            new SQLIntegrityConstraintViolationException(), CONSTRAINT,
            new SQLSyntaxErrorException(), SYNTAX,
            new SQLDataException(), DATA,
            new SQLFeatureNotSupportedException(), PERMANENT,
            new SQLException("nothing"), UNRECOGNISED);
    meanings.forEach(
        (failure, category) ->
            assertThat(category(failure)).as(failure.toString()).isEqualTo(category));
  }

  @Test
  void a_row_has_priority_over_the_class() {
    assertThat(category(new SQLNonTransientConnectionException("gone", "40001", 0)))
        .isEqualTo(SERIALIZATION);
    assertThat(category(new SQLTransientConnectionException("no", "28000", 0)))
        .isEqualTo(PERMANENT);
  }

  @Test
  void custom_rules_have_priority_over_the_table() {
    SqlClassifier own =
        SqlClassifier.forDatabase(SqlDatabase.POSTGRESQL)
            .withStateRule("P0001", TRANSIENT)
            .withStateRule("23", TRANSIENT)
            .withStateRule("23505", CONSTRAINT)
            .withCodeRule(4711, LOCK_TIMEOUT);
    assertThat(category(own, new SQLException("raised", "P0001", 0))).isEqualTo(TRANSIENT);
    assertThat(category(own, new SQLException("check", "23514", 0))).isEqualTo(TRANSIENT);
    assertThat(category(own, new SQLException("unique", "23505", 0))).isEqualTo(CONSTRAINT);
    assertThat(category(own, new SQLException("both", "23505", 4711))).isEqualTo(LOCK_TIMEOUT);
    assertThat(category(own, new SQLException("other", "40P01", 0))).isEqualTo(DEADLOCK);
    assertThat(own.diagnose(new SQLException("x", "23514", 0)).orElseThrow().rule())
        .isEqualTo("custom 23*");
  }

  @Test
  void the_later_of_two_rules_applies() {
    SqlClassifier own =
        STANDARD
            .withStateRule("40001", PERMANENT)
            .withStateRule("40001", OUTCOME_UNKNOWN)
            .withCodeRule(5, PERMANENT)
            .withCodeRule(5, DEADLOCK);
    assertThat(category(own, new SQLException("x", "40001", 0))).isEqualTo(OUTCOME_UNKNOWN);
    assertThat(category(own, new SQLException("x", null, 5))).isEqualTo(DEADLOCK);
    assertThat(category(new SQLException("x", "40001", 0))).isEqualTo(SERIALIZATION);
  }

  @Test
  void a_bad_rule_is_refused() {
    for (String state : new String[] {"", "4", "400", "400011", "4000a", "08*"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> STANDARD.withStateRule(state, PERMANENT))
          .withMessage(
              "SQLState must be 5 digits and capital letters, or 2 for a class, but was \""
                  + state
                  + '"');
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> STANDARD.withCodeRule(0, PERMANENT))
        .withMessage("vendorCode must not be 0, which means no code");
    assertThatNullPointerException().isThrownBy(() -> STANDARD.withStateRule("40001", null));
    assertThatNullPointerException().isThrownBy(() -> SqlClassifier.forDatabase(null));
    assertThatNullPointerException().isThrownBy(() -> STANDARD.at(null));
  }

  @Test
  void classifiers_with_the_same_rules_are_equal() {
    SqlClassifier one = SqlClassifier.forDatabase(SqlDatabase.H2).withStateRule("40001", PERMANENT);
    SqlClassifier same =
        SqlClassifier.forDatabase(SqlDatabase.H2).withStateRule("40001", PERMANENT);
    assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo(STANDARD);
    assertThat(one).hasToString("SqlClassifier(H2, custom 40001 as PERMANENT)");
    assertThat(STANDARD).hasToString("SqlClassifier(any database)");
  }

  @ParameterizedTest
  @EnumSource
  void a_failure_before_the_commit_has_no_effect(SqlCategory category) {
    assertThat(category.effect(SqlPhase.CONNECTING)).isEqualTo(Effect.NONE);
    assertThat(category.effect(SqlPhase.IN_TRANSACTION))
        .isEqualTo(category == OUTCOME_UNKNOWN ? Effect.UNKNOWN : Effect.NONE);
    assertThat(category.effect(SqlPhase.COMMITTING))
        .isEqualTo(
            category == NO_CONNECTION ? Effect.UNKNOWN : category.effect(SqlPhase.AUTO_COMMIT));
  }

  @Test
  void kinds_distinguish_load_from_faults() {
    assertThat(verdict("08004", 1040).kind()).isEqualTo(FailureKind.THROTTLED);
    assertThat(verdict("HY000", 1205).kind()).isEqualTo(FailureKind.TIMEOUT);
    assertThat(verdict("HY000", 3024).kind()).isEqualTo(FailureKind.TIMEOUT);
    assertThat(verdict("40001", 1213).kind()).isEqualTo(FailureKind.TRANSIENT);
    assertThat(verdict("23000", 1062)).isEqualTo(Verdict.abort().withEffect(Effect.NONE));
  }

  private static Verdict verdict(String state, int code) {
    return SqlClassifier.forDatabase(SqlDatabase.MYSQL)
        .verdict(new SQLException("made up", state, code), SqlPhase.IN_TRANSACTION);
  }

  @Test
  void a_policy_retries_a_deadlock_and_stops_at_a_connection_that_may_have_written() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .classifyWith("sql", SqlClassifier.forDatabase(SqlDatabase.POSTGRESQL))
            .idempotency(Idempotency.NOT_IDEMPOTENT)
            .backoff(Backoff.none())
            .build();
    Retry retry = Retry.of(policy).withBudget(RetryBudget.unlimited());
    AtomicInteger attempts = new AtomicInteger();
    RetryResult<String> result =
        retry.execute(
            () -> {
              throw attempts.incrementAndGet() == 1
                  ? deadlock()
                  : new SQLException("gone", "08006", 0);
            });
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
    Retry inTransactions =
        Retry.of(
                RetryPolicy.builder()
                    .classifyWith("sql", STANDARD.at(SqlPhase.IN_TRANSACTION))
                    .idempotency(Idempotency.NOT_IDEMPOTENT)
                    .backoff(Backoff.none())
                    .maxAttempts(4)
                    .build())
            .withBudget(RetryBudget.unlimited());
    assertThat(
            inTransactions
                .execute(
                    () -> {
                      throw new SQLException("gone", "08006", 0);
                    })
                .attempts())
        .isEqualTo(4);
  }

  private static SqlCategory category(Throwable failure) {
    return category(STANDARD, failure);
  }

  private static SqlCategory category(SqlClassifier classifier, Throwable failure) {
    return classifier.diagnose(failure).orElseThrow().category();
  }

  private static SQLException deadlock() {
    return thrownBy("org.postgresql.core.v3.QueryExecutorImpl", "40P01", 0);
  }

  private static SQLException thrownBy(String type, String state, int code) {
    SQLException failure = new SQLException("made up", state, code);
    comesFrom(failure, type + "#receive");
    return failure;
  }

  /** Compares the innermost location first. */
  private static void comesFrom(SQLException failure, String... places) {
    failure.setStackTrace(
        Arrays.stream(places)
            .map(place -> place.split("#"))
            .map(parts -> new StackTraceElement(parts[0], parts[1], "Some.java", 1))
            .toArray(StackTraceElement[]::new));
  }
}
