package dev.reprise.verification.spring.beans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Decorated;
import dev.reprise.Retry;
import dev.reprise.declared.RetryProxy;
import dev.reprise.declared.Retryable;
import dev.reprise.event.RetryEvent;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.spring.beans.RetriedBeans;
import dev.reprise.testing.RecordingListener;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** Beans that have retries already, because they are beans of another name or decorators. */
class RetriedOnceTest {

  interface Stock {

    @Retryable(policy = "backoff=none nesting=multiply")
    String count(String article);
  }

  static class Orders implements Stock {

    int attempts;

    @Override
    public String count(String article) {
      throw new Failure(++attempts);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Original {

    @Bean
    Orders orders() {
      return new Orders();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class AnotherName {

    @Bean
    @Primary
    Stock another(@Qualifier("orders") Orders orders) {
      return orders;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Wrapped {

    @Bean
    @Primary
    Stock another(@Qualifier("orders") Orders orders) {
      return (Stock) new ProxyFactory(orders).getProxy();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class View {

    @Bean
    @Primary
    Stock another(@Qualifier("orders") Orders orders) {
      return Decorated.withPolicy(orders, RetryPolicy.parse("backoff=none nesting=multiply"));
    }
  }

  @Test
  void a_bean_that_is_also_another_one_is_retried_once() {
    for (Class<?> other : List.of(AnotherName.class, Wrapped.class, View.class)) {
      BeanApplication.with(Original.class, other)
          .run(
              context -> {
                RecordingListener retries = context.getBean(RecordingListener.class);
                assertThatThrownBy(() -> context.getBean(Stock.class).count("book"))
                    .hasMessage("attempt 3");
                assertThat(retries.recorded().stream().filter(RetryEvent.CallFinished.class::isInstance))
                    .hasSize(1);
                assertThat(context.getBean(RetriedBeans.class).list())
                    .extracting(RetriedBeans.RetriedBean::name)
                    .containsExactly("another", "orders");
              });
    }
  }

  /** As the annotation processor generates it. */
  static final class StockRetry extends Decorated<Stock> implements Stock {

    private final Retry retry;
    private final Stock target;

    StockRetry(Retry retry, Stock target) {
      super(retry, target, changed -> new StockRetry(changed, target), List.of());
      this.retry = retry;
      this.target = target;
    }

    @Override
    public String count(String article) {
      return retry.call(() -> target.count(article));
    }
  }

  private static final Retry OWN = Retry.of(RetryPolicy.parse("maxAttempts=2 backoff=none"));

  @Test
  void a_decorator_of_the_library_keeps_its_own_retries() {
    List<Function<Orders, Stock>> decorators =
        List.of(
            orders -> RetryProxy.of(OWN, Stock.class, orders, MethodHandles.lookup()),
            orders -> (Stock) new ProxyFactory(RetryProxy.of(OWN, Stock.class, orders, MethodHandles.lookup())).getProxy(),
            orders -> new StockRetry(OWN, orders));
    for (Function<Orders, Stock> decorator : decorators) {
      ApplicationContextRunner application = BeanApplication.with();
      Orders orders = new Orders();
      application
          .withBean(Stock.class, () -> decorator.apply(orders))
          .run(
              context -> {
                Stock stock = context.getBean(Stock.class);
                assertThatThrownBy(() -> stock.count("book")).isInstanceOf(Failure.class);
                assertThat(orders.attempts).isLessThanOrEqualTo(3);
                assertThat(context.getBean(RecordingListener.class).recorded()).isEmpty();
                assertThat(context.getBean(RetriedBeans.class).list()).isEmpty();
              });
    }
  }
}
