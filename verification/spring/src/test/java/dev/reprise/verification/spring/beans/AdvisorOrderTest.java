package dev.reprise.verification.spring.beans;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.declared.Retryable;
import dev.reprise.spring.beans.RetriedBeans;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.interceptor.AsyncExecutionInterceptor;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.DefaultTransactionStatus;

/**
 * {@code @Async} outermost, then the retries, then {@code @Cacheable}, {@code @Transactional} and
 * the method.
 */
@Timeout(60)
class AdvisorOrderTest {

  interface Orders {

    CompletableFuture<String> place(String order);
  }

  /** Each attempt writes a row; the first two then fail. */
  static class OrderService implements Orders {

    @Autowired private JdbcTemplate jdbc;
    private int attempts;

    @Async
    @Retryable
    @Cacheable("orders")
    @Transactional
    @Override
    public CompletableFuture<String> place(String order) {
      attempts++;
      jdbc.update("insert into orders values (?, ?)", order, attempts);
      if (attempts < 3) {
        throw new Failure(attempts);
      }
      return CompletableFuture.completedFuture(
          order + " in " + Thread.currentThread().getName().replaceAll("\\d", ""));
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Database {

    @Bean
    DataSource dataSource() {
      JdbcDataSource source = new JdbcDataSource();
      source.setUrl("jdbc:h2:mem:" + System.identityHashCode(this) + ";DB_CLOSE_DELAY=-1");
      return source;
    }

    @Bean
    JdbcTemplate jdbc(DataSource source) {
      JdbcTemplate jdbc = new JdbcTemplate(source);
      jdbc.execute("create table orders (name varchar(20), attempt int)");
      return jdbc;
    }

    @Bean
    RecordedTransactions transactions(DataSource source) {
      return new RecordedTransactions(source);
    }

    @Bean
    CacheManager caches() {
      return new ConcurrentMapCacheManager();
    }

    @Bean
    ThreadPoolTaskExecutor taskExecutor() {
      ThreadPoolTaskExecutor threads = new ThreadPoolTaskExecutor();
      threads.setThreadNamePrefix("async-");
      return threads;
    }

    @Bean
    OrderService orderService() {
      return new OrderService();
    }
  }

  /** Real transactions, and what became of them. */
  static class RecordedTransactions extends DataSourceTransactionManager {

    private static final long serialVersionUID = 1;

    final transient ConcurrentLinkedQueue<String> ends = new ConcurrentLinkedQueue<>();

    RecordedTransactions(DataSource source) {
      super(source);
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
      super.doBegin(transaction, definition);
      ends.add("begin");
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
      super.doCommit(status);
      ends.add("commit");
    }

    @Override
    protected void doRollback(DefaultTransactionStatus status) {
      super.doRollback(status);
      ends.add("rollback");
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAsync
  static class AsyncByInterface {}

  @Configuration(proxyBeanMethods = false)
  @EnableAsync(proxyTargetClass = true)
  static class AsyncByClass {}

  @Configuration(proxyBeanMethods = false)
  @EnableAsync(proxyTargetClass = true, order = Ordered.LOWEST_PRECEDENCE - 100)
  static class EarlyAsync {}

  @Configuration(proxyBeanMethods = false)
  @EnableTransactionManagement
  static class TransactionsByInterface {}

  @Configuration(proxyBeanMethods = false)
  @EnableTransactionManagement(proxyTargetClass = true)
  static class TransactionsByClass {}

  @Configuration(proxyBeanMethods = false)
  @EnableCaching
  static class CachesByInterface {}

  @Configuration(proxyBeanMethods = false)
  @EnableCaching(proxyTargetClass = true)
  static class CachesByClass {}

  @Configuration(proxyBeanMethods = false)
  @EnableTransactionManagement(order = 0)
  static class FirstTransactions {}

  static Stream<Arguments> declarations() {
    return Stream.of(
        Arguments.of(
            false,
            List.of(
                AsyncByInterface.class, TransactionsByInterface.class, CachesByInterface.class)),
        Arguments.of(
            false,
            List.of(
                CachesByInterface.class, TransactionsByInterface.class, AsyncByInterface.class)),
        Arguments.of(
            false,
            List.of(
                TransactionsByInterface.class, AsyncByInterface.class, CachesByInterface.class)),
        Arguments.of(
            true, List.of(AsyncByClass.class, CachesByClass.class, TransactionsByClass.class)),
        Arguments.of(
            true, List.of(TransactionsByClass.class, AsyncByClass.class, CachesByClass.class)),
        Arguments.of(
            true, List.of(EarlyAsync.class, TransactionsByClass.class, CachesByClass.class)),
        Arguments.of(
            true, List.of(CachesByClass.class, TransactionsByClass.class, EarlyAsync.class)));
  }

  private static ApplicationContextRunner application(boolean byClass, List<Class<?>> declared) {
    Class<?>[] all =
        Stream.concat(declared.stream(), Stream.of(Database.class)).toArray(Class<?>[]::new);
    return BeanApplication.with(all)
        .withPropertyValues(
            "reprise.policies.default.maxAttempts=3", "spring.aop.proxy-target-class=" + byClass);
  }

  @ParameterizedTest
  @MethodSource("declarations")
  void each_attempt_has_its_own_transaction_in_any_order_of_declaration(
      boolean byClass, List<Class<?>> declared) {
    application(byClass, declared)
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              Orders orders = context.getBean(Orders.class);
              assertThat(AopUtils.isCglibProxy(orders)).isEqualTo(byClass);

              CompletableFuture<String> placed = orders.place("a");

              assertThat(placed.get()).isEqualTo("a in async-");
              assertThat(context.getBean(RecordedTransactions.class).ends)
                  .containsExactly("begin", "rollback", "begin", "rollback", "begin", "commit");
              assertThat(
                      context
                          .getBean(JdbcTemplate.class)
                          .queryForList("select attempt from orders", Integer.class))
                  .containsExactly(3);
              assertThat(orders.place("a").get()).isEqualTo("a in async-");
              assertThat(context.getBean(RecordedTransactions.class).ends).hasSize(6);
            });
  }

  @ParameterizedTest
  @MethodSource("declarations")
  void the_order_is_reported(boolean byClass, List<Class<?>> declared) {
    application(byClass, declared)
        .run(
            context -> {
              RetriedBeans.RetriedBean bean = context.getBean(RetriedBeans.class).list().get(0);
              List<String> names =
                  bean.advisors().stream()
                      .map(name -> name.substring(name.lastIndexOf('.') + 1))
                      .toList();
              assertThat(bean.name()).isEqualTo("orderService");
              assertThat(names.subList(0, 2))
                  .containsExactly(
                      "AnnotationAsyncExecutionInterceptor", "RetryAdvisor$Interceptor");
              assertThat(names.subList(2, names.size()))
                  .containsExactly("CacheInterceptor", "TransactionInterceptor");
              assertThat(bean.methods())
                  .hasEntrySatisfying(
                      "OrderService.place(String)",
                      method -> assertThat(method.policy()).contains("maxAttempts=3"));
            });
  }

  @Test
  void an_order_between_the_others_that_the_application_sets_is_kept() {
    application(
            false,
            List.of(FirstTransactions.class, AsyncByInterface.class, CachesByInterface.class))
        .run(
            context ->
                assertThat(context.getBean(RetriedBeans.class).list().get(0).advisors())
                    .map(name -> name.substring(name.lastIndexOf('.') + 1))
                    .containsExactly(
                        "AnnotationAsyncExecutionInterceptor",
                        "RetryAdvisor$Interceptor",
                        "TransactionInterceptor",
                        "CacheInterceptor"));
  }

  static class FrozenProxy {

    @Retryable
    public CompletableFuture<String> place(String order) {
      return CompletableFuture.completedFuture(order);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class AsyncInside {

    @Bean
    FrozenProxy orders() {
      ProxyFactory factory = new ProxyFactory(new FrozenProxy());
      factory.addAdvice(new AsyncExecutionInterceptor(new SimpleAsyncTaskExecutor()));
      factory.setFrozen(true);
      return (FrozenProxy) factory.getProxy();
    }
  }

  @Test
  void async_inside_of_the_retries_is_refused_at_the_start() {
    BeanApplication.with(AsyncInside.class)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasMessageContaining(FrozenProxy.class.getCanonicalName())
                    .hasMessageContaining("@Async runs inside the retries"));
  }
}
