package dev.reprise.verification.spring.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.zaxxer.hikari.HikariDataSource;
import dev.reprise.decision.StopReason;
import dev.reprise.jdbc.TransactionRetry;
import dev.reprise.registry.RegistryChange;
import dev.reprise.report.RetryReport;
import dev.reprise.spring.policies.AdditionalRetries;
import dev.reprise.spring.policies.InvalidPoliciesException;
import dev.reprise.spring.policies.PropertyMistake;
import dev.reprise.spring.policies.RetryPolicies;
import dev.reprise.spring.test.AutoConfigureReprise;
import dev.reprise.testing.RecordingListener;
import dev.reprise.verification.spring.Http;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootTest(
    classes = TransactionsTest.Application.class,
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "reprise.transactions.enabled=true",
      "reprise.transactions.policy=tx",
      "reprise.policies.tx=maxAttempts=3 backoff=fixed(1h) within=unlimited"
    })
@AutoConfigureReprise
@ExtendWith(OutputCaptureExtension.class)
class TransactionsTest {

  private static final String SERIALIZATION_FAILURE = "40001";

  @SpringBootConfiguration
  @EnableAutoConfiguration
  @Import({Orders.class, Shop.class})
  static class Application {}

  /** Writes as usual in Spring. */
  static class Orders {

    private final JdbcTemplate database;
    private final List<String> completed = new ArrayList<>();

    Orders(JdbcTemplate database) {
      this.database = database;
    }

    @Transactional
    public void add(String order) {
      insert(order);
      TransactionSynchronizationManager.registerSynchronization(
          new TransactionSynchronization() {
            @Override
            public void afterCommit() {
              completed.add(order + " is committed: " + rows());
            }
          });
    }

    @Transactional
    public void fail() {
      throw new IllegalStateException("not in stock");
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void audit(String order) {
      insert(order);
    }

    public void insert(String order) {
      database.update("INSERT INTO orders VALUES (?)", order);
    }

    public List<String> completed() {
      return completed;
    }

    public List<String> rows() {
      return database.queryForList("SELECT id FROM orders ORDER BY id", String.class);
    }
  }

  @RestController
  static class Shop {

    private final TransactionRetry transactions;
    private final Orders orders;

    Shop(TransactionRetry transactions, Orders orders) {
      this.transactions = transactions;
      this.orders = orders;
    }

    @PostMapping("/orders")
    String order() throws SQLException {
      int[] attempts = {0};
      return transactions.inTransaction(
          connection -> {
            orders.insert("attempt " + ++attempts[0]);
            failUntil(attempts[0], 2);
            return "ordered by attempt " + attempts[0];
          });
    }
  }

  private static void failUntil(int attempt, int succeeds) throws SQLException {
    if (attempt < succeeds) {
      throw new SQLException("write conflict", SERIALIZATION_FAILURE);
    }
  }

  @Autowired private Environment environment;
  @Autowired private TransactionRetry transactions;
  @Autowired private Orders orders;
  @Autowired private JdbcTemplate database;
  @Autowired private HikariDataSource pool;
  @Autowired private RecordingListener retries;
  @Autowired private TransactionTemplate template;

  @BeforeEach
  void create() {
    database.execute("CREATE TABLE orders (id VARCHAR(30))");
    orders.completed().clear();
  }

  @AfterEach
  void drop() {
    database.execute("DROP TABLE orders");
    assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
    assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
    assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
  }

  @Test
  void a_request_is_repeated_in_a_new_transaction() {
    assertThat(Http.post(environment, "/orders", "").body()).isEqualTo("ordered by attempt 2");
    assertThat(orders.rows()).containsExactly("attempt 2");
    assertThat(retries.delays()).hasSize(1);
    assertThat(retries.recorded().get(0).retry()).isEqualTo("tx");
  }

  @Test
  void methods_with_transactional_take_part_and_are_notified_after_the_commit() throws Exception {
    int[] attempts = {0};
    transactions.runInTransaction(
        connection -> {
          orders.add("attempt " + ++attempts[0]);
          assertThat(orders.completed()).isEmpty();
          failUntil(attempts[0], 3);
        });
    assertThat(orders.rows()).containsExactly("attempt 3");
    assertThat(orders.completed()).containsExactly("attempt 3 is committed: [attempt 3]");
  }

  @Test
  void a_separate_transaction_is_committed_even_if_the_attempt_is_rolled_back() throws Exception {
    int[] attempts = {0};
    transactions.runInTransaction(
        connection -> {
          orders.insert("order " + ++attempts[0]);
          orders.audit("audit " + attempts[0]);
          failUntil(attempts[0], 2);
        });
    assertThat(orders.rows()).containsExactly("audit 1", "audit 2", "order 2");
  }

  @Test
  void a_failure_of_a_method_that_takes_part_prevents_the_commit_even_if_it_is_caught() {
    assertThatThrownBy(
            () ->
                transactions.runInTransaction(
                    connection -> {
                      orders.insert("order");
                      assertThatThrownBy(orders::fail).hasMessage("not in stock");
                    }))
        .isInstanceOf(UnexpectedRollbackException.class)
        .satisfies(
            failure ->
                assertThat(RetryReport.of(failure).orElseThrow().stopReason())
                    .isEqualTo(StopReason.NOT_RETRYABLE));
    assertThat(orders.rows()).isEmpty();
  }

  @Test
  void a_call_inside_a_transaction_of_spring_is_refused() {
    assertThatThrownBy(
            () ->
                template.executeWithoutResult(
                    status -> {
                      orders.insert("outer");
                      assertThatThrownBy(() -> transactions.runInTransaction(connection -> {}))
                          .isInstanceOf(IllegalStateException.class)
                          .hasMessageStartingWith("a transaction of Spring is active");
                      throw new IllegalArgumentException("roll back");
                    }))
        .hasMessage("roll back");
    assertThat(orders.rows()).isEmpty();
  }

  private final ApplicationContextRunner application =
      new ApplicationContextRunner().withUserConfiguration(Automatic.class);

  @Test
  void transactions_are_not_there_unless_switched_on() {
    application.run(context -> assertThat(context).doesNotHaveBean(TransactionRetry.class));
  }

  @Test
  @Tag("same-on-each-boot")
  void a_policy_that_does_not_exist_or_is_hedged_is_reported_with_its_property() {
    assertThat(mistakes("reprise.transactions.policy=t"))
        .extracting(PropertyMistake::property, PropertyMistake::value)
        .containsExactly(tuple("reprise.transactions.policy", "t"));
    assertThat(mistakes("reprise.transactions.policy=hedged"))
        .extracting(PropertyMistake::value, PropertyMistake::reason)
        .containsExactly(tuple("hedged", "a transaction cannot be hedged"));
    application
        .withPropertyValues("reprise.transactions.enabled=true", "reprise.transactions.policy=")
        .run(context -> assertThat(context).as("a blank name is none").hasNotFailed());
  }

  private List<PropertyMistake> mistakes(String property) {
    List<PropertyMistake> found = new ArrayList<>();
    application
        .withPropertyValues(
            "reprise.transactions.enabled=true",
            "reprise.policies.hedged=hedge=after(1s) idempotency=idempotent",
            property)
        .run(
            context -> {
              Throwable failure =
                  NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure());
              found.addAll(((InvalidPoliciesException) failure).mistakes());
            });
    return found;
  }

  @Test
  @Tag("same-on-each-boot")
  void without_a_policy_transactions_have_their_own_defaults() {
    application
        .withPropertyValues("reprise.transactions.enabled=true")
        .run(
            context -> {
              int[] attempts = {0};
              context
                  .getBean(TransactionRetry.class)
                  .runInTransaction(connection -> failUntil(++attempts[0], 5));
              assertThat(attempts[0]).isEqualTo(5);
              assertThat(context.getBeanProvider(AdditionalRetries.class).stream())
                  .as("the retries that the actuator shows")
                  .flatMap(AdditionalRetries::list)
                  .extracting(one -> one.retry().name())
                  .containsExactly("transaction");
            });
  }

  @Test
  @Tag("same-on-each-boot")
  void transactions_follow_their_policy_and_its_name(CapturedOutput output) {
    application
        .withPropertyValues(
            "reprise.transactions.enabled=true",
            "reprise.transactions.policy=tx",
            "reprise.policies.tx=maxAttempts=2 backoff=none within=unlimited",
            "reprise.policies.other=maxAttempts=5 backoff=none within=unlimited")
        .run(
            context -> {
              assertThat(attempts(context)).isEqualTo(2);

              TestPropertyValues.of("reprise.policies.tx=maxAttempts=3 backoff=none")
                  .applyTo(context);
              assertThat(attempts(context)).as("before the reload").isEqualTo(2);
              context.publishEvent(new EnvironmentChangeEvent(Set.of("reprise.policies.tx")));
              assertThat(attempts(context)).isEqualTo(3);

              TestPropertyValues.of("reprise.transactions.policy=other").applyTo(context);
              context.getBean(RetryPolicies.class).reload();
              assertThat(attempts(context)).isEqualTo(5);

              TestPropertyValues.of("reprise.transactions.policy=absent").applyTo(context);
              context.getBean(RetryPolicies.class).reload();
              assertThat(attempts(context)).isEqualTo(5);
              assertThat(output)
                  .containsOnlyOnce("reprise.transactions.policy=absent: no policy has this name")
                  .contains("transactions keep the policy maxAttempts=5");

              TestPropertyValues.of(
                      "reprise.transactions.policy=tx",
                      "reprise.policies.tx=hedge=after(1s) idempotency=idempotent")
                  .applyTo(context);
              context.getBean(RetryPolicies.class).reload();
              assertThat(attempts(context)).isEqualTo(5);
              assertThat(output)
                  .containsOnlyOnce(
                      "reprise.transactions.policy=tx: a transaction cannot be hedged");
            });
  }

  /** The number of attempts of a transaction that never succeeds. */
  private static int attempts(BeanFactory context) {
    return context
        .getBean(TransactionRetry.class)
        .executeInTransaction(
            connection -> {
              failUntil(1, 2);
              return true;
            })
        .attempts();
  }

  @Test
  @Tag("same-on-each-boot")
  void the_application_gets_the_change_of_a_reload_as_an_event() {
    List<RegistryChange> changes = new ArrayList<>();
    application
        .withPropertyValues("reprise.policies.tx=maxAttempts=2")
        .withInitializer(
            context ->
                context.addApplicationListener(
                    ApplicationListener.forPayload((RegistryChange change) -> changes.add(change))))
        .run(
            context -> {
              TestPropertyValues.of("reprise.policies.tx=maxAttempts=3").applyTo(context);
              RegistryChange change = context.getBean(RetryPolicies.class).reload();
              assertThat(changes).containsExactly(change);
              assertThat(change.changed()).containsExactly("tx");
            });
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Automatic {}
}
