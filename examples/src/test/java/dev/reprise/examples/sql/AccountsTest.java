package dev.reprise.examples.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AccountsTest {

  private JdbcDataSource database;
  private Accounts accounts;

  @BeforeEach
  void create() throws Exception {
    database = AccountTables.create();
    accounts = new Accounts(database);
  }

  @Test
  void withdraws_or_reports_a_low_balance() throws Exception {
    assertThat(accounts.withdraw(1, 30)).isEqualTo(70);
    assertThatThrownBy(() -> accounts.withdraw(1, 80))
        .isInstanceOf(Accounts.TooLittleException.class)
        .hasMessage("there are only 70");
    assertThat(AccountTables.balance(database, 1)).isEqualTo(70);
  }

  @Test
  void transfers_and_returns_the_balance() throws Exception {
    accounts.transfer(1, 2, 10);
    assertThat(accounts.transferAndTell(2, 3, 20)).isEqualTo("done in 1");
    assertThat(AccountTables.balance(database, 2)).isEqualTo(90);
    assertThat(accounts.sumLater(Runnable::run).get(30, TimeUnit.SECONDS)).isEqualTo(300);
  }

  @Test
  void closes_an_account_with_a_transfer_in_the_same_transaction() throws Exception {
    accounts.close(1, 2);
    assertThat(AccountTables.balance(database, 2)).isEqualTo(200);
    assertThat(AccountTables.number(database, "SELECT count(*) FROM account")).isEqualTo(2);
  }

  @Test
  void is_configured_by_a_policy_and_timeouts() throws Exception {
    assertThat(Accounts.configured(database).executeInTransaction(connection -> 7).report().retry())
        .isEqualTo("accounts");
  }
}
