package dev.reprise.verification.spring.aot;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.reprise.Retry;
import dev.reprise.jdbc.TransactionRetry;
import dev.reprise.spring.data.RepriseTransactionsAutoConfiguration;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.jdbc.datasource.ConnectionProxy;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;

/** Hints for a native image. */
class HintsTest {

  @Test
  void exceptions_that_properties_name_are_found_by_name() {
    RuntimeHints hints =
        hints(
            "reprise.policies.orders.retry-on=java.io.IOException, java.net.ConnectException",
            "reprise.policies.mail=abortOn=java.util.concurrent.TimeoutException");
    assertThat(RuntimeHintsPredicates.reflection().onType(IOException.class)).accepts(hints);
    assertThat(RuntimeHintsPredicates.reflection().onType(ConnectException.class)).accepts(hints);
    assertThat(RuntimeHintsPredicates.reflection().onType(TimeoutException.class)).accepts(hints);
  }

  @Test
  void annotated_methods_and_the_exceptions_that_their_texts_name_are_found() {
    RuntimeHints hints = hints("reprise.policies.orders=");
    assertThat(RuntimeHintsPredicates.reflection().onType(EOFException.class)).accepts(hints);
    assertThat(
            RuntimeHintsPredicates.reflection()
                .onType(AotApplication.OrderService.class)
                .withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS))
        .accepts(hints);
    assertThat(
            RuntimeHintsPredicates.reflection()
                .onType(AotApplication.Orders.class)
                .withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS))
        .accepts(hints);
  }

  @Test
  void a_fallback_of_a_superclass_is_found_by_its_name() {
    RuntimeHints hints = hints("reprise.policies.orders=");
    assertThat(
            RuntimeHintsPredicates.reflection()
                .onType(AotApplication.LastKnown.class)
                .withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS))
        .accepts(hints);
    assertThat(RuntimeHintsPredicates.reflection().onType(Object.class)).rejects(hints);
  }

  @Test
  void the_proxies_of_a_transaction_and_the_files_of_its_library_are_there() {
    RuntimeHints hints = hints("reprise.transactions.enabled=true");
    Set<Class<?>> proxies = proxiesOfATransaction();
    assertThat(proxies)
        .contains(Connection.class, Statement.class, PreparedStatement.class, ResultSet.class)
        .contains(CallableStatement.class, DatabaseMetaData.class)
        .allSatisfy(
            type -> {
              assertThat(RuntimeHintsPredicates.proxies().forInterfaces(type)).accepts(hints);
              assertThat(
                      RuntimeHintsPredicates.reflection()
                          .onType(type)
                          .withMemberCategory(MemberCategory.INVOKE_PUBLIC_METHODS))
                  .accepts(hints);
            });
    assertThat(RuntimeHintsPredicates.reflection().onType(HikariDataSource.class)).accepts(hints);
    assertThat(RuntimeHintsPredicates.reflection().onType(ConnectionProxy.class)).accepts(hints);
    String files = "dev/reprise/jdbc/";
    assertThat(RuntimeHintsPredicates.resource().forResource(files + "classify/sql-failures.tsv"))
        .accepts(hints);
    assertThat(RuntimeHintsPredicates.resource().forResource(files + "internal/store/h2.sql"))
        .accepts(hints);
  }

  /** The interfaces of all proxies that the work of a transaction gets. */
  private static Set<Class<?>> proxiesOfATransaction() {
    Set<Class<?>> proxies = new HashSet<>();
    new ApplicationContextRunner()
        .withUserConfiguration(RepriseAutoConfiguration.class, Database.class)
        .withUserConfiguration(RepriseTransactionsAutoConfiguration.class)
        .withPropertyValues("reprise.transactions.enabled=true")
        .run(
            context ->
                context
                    .getBean(TransactionRetry.class)
                    .runInTransaction(
                        connection -> {
                          String query = "SELECT 1";
                          PreparedStatement prepared = connection.prepareStatement(query);
                          List<Object> used =
                              List.of(
                                  connection,
                                  DataSourceUtils.getConnection(context.getBean(DataSource.class)),
                                  connection.createStatement(),
                                  prepared,
                                  prepared.executeQuery(),
                                  connection.prepareCall(query),
                                  connection.getMetaData());
                          used.stream()
                              .filter(one -> Proxy.isProxyClass(one.getClass()))
                              .flatMap(proxy -> Stream.of(proxy.getClass().getInterfaces()))
                              .forEach(proxies::add);
                        }));
    return proxies;
  }

  @Test
  void there_are_no_hints_if_switched_off() {
    RuntimeHints hints =
        hints("reprise.enabled=false", "reprise.policies.orders.retry-on=java.io.IOException");
    assertThat(RuntimeHintsPredicates.reflection().onType(IOException.class)).rejects(hints);
    assertThat(RuntimeHintsPredicates.reflection().onType(EOFException.class)).rejects(hints);
  }

  private static RuntimeHints hints(String... properties) {
    TestGenerationContext generated = new TestGenerationContext();
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      TestPropertyValues.of(properties).applyTo(context);
      context.register(RepriseAutoConfiguration.class, Services.class, Database.class);
      context.register(RepriseTransactionsAutoConfiguration.class);
      new ApplicationContextAotGenerator().processAheadOfTime(context, generated);
    }
    return generated.getRuntimeHints();
  }

  @Configuration(proxyBeanMethods = false)
  static class Services {

    @Bean
    AotApplication.OrderService orderService() {
      return new AotApplication.OrderService(Retry.none());
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Database {

    @Bean
    DataSource database() {
      return new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).build();
    }
  }
}
