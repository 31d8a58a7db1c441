package dev.reprise.verification.spring.beans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Decorated;
import dev.reprise.declared.Retryable;
import dev.reprise.event.RetryEvent;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.spring.beans.RetriedBeans;
import dev.reprise.spring.observe.RepriseObserveAutoConfiguration;
import dev.reprise.testing.RecordingListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.aop.framework.autoproxy.BeanNameAutoProxyCreator;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.core.Ordered;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

/**
 * What users of other libraries ask for. Their order against transactions, spring-retry #22, is in
 * {@link AdvisorOrderTest}.
 */
@Timeout(60)
class PeerComplaintsTest {

  static class Orders {

    int attempts;

    @Retryable(fallback = "recover")
    public String find(String id) {
      throw new Failure(++attempts);
    }

    String recover(String id, Failure failure) {
      return id + " recovered after " + failure.getMessage();
    }

    @Retryable
    public String count() {
      throw new Failure(++attempts);
    }

    @Async
    @Retryable
    public CompletableFuture<String> later() {
      attempts++;
      if (attempts < 3) {
        throw new Failure(attempts);
      }
      return CompletableFuture.completedFuture(Thread.currentThread().getName());
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OrdersApplication {

    @Bean
    Orders orders() {
      return new Orders();
    }
  }

  @Test
  @DisplayName("spring-framework #35382: listeners receive the events of annotated methods")
  void listeners_receive_the_events_of_annotated_methods() {
    BeanApplication.with(OrdersApplication.class)
        .run(
            context -> {
              assertThatThrownBy(() -> context.getBean(Orders.class).count())
                  .hasMessage("attempt 3");
              assertThat(context.getBean(RecordingListener.class).recorded())
                  .hasSizeGreaterThanOrEqualTo(3)
                  .extracting(RetryEvent::retry)
                  .containsOnly("Orders");
            });
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAsync(order = Ordered.HIGHEST_PRECEDENCE + 10)
  static class AsyncApplication extends OrdersApplication {}

  @Test
  @DisplayName("spring-framework #35584: @Async is outside, whatever its order")
  void async_is_outside_whatever_its_order() {
    BeanApplication.with(AsyncApplication.class)
        .run(
            context -> {
              String caller = Thread.currentThread().getName();
              assertThat(context.getBean(Orders.class).later().get()).isNotEqualTo(caller);
              assertThat(context.getBean(RetriedBeans.class).list().get(0).advisors().get(0))
                  .contains("Async");
            });
  }

  @Test
  @DisplayName("spring-framework #35685: a method recovers from the failure")
  void a_method_recovers_from_the_failure() {
    BeanApplication.with(OrdersApplication.class)
        .run(
            context ->
                assertThat(context.getBean(Orders.class).find("7"))
                    .isEqualTo("7 recovered after attempt 3"));
  }

  private static final RetryPolicy ONCE_MORE = RetryPolicy.parse("maxAttempts=2 backoff=none");

  @Test
  @DisplayName("spring-framework #36509: one call has another policy")
  void one_call_has_another_policy() {
    BeanApplication.with(OrdersApplication.class)
        .run(
            context -> {
              Orders orders = context.getBean(Orders.class);
              Orders changed = Decorated.withPolicy(orders, ONCE_MORE);
              assertThatThrownBy(changed::count).hasMessage("attempt 2");
              assertThatThrownBy(orders::count).hasMessage("attempt 5");
              assertThat(changed.find("7")).isEqualTo("7 recovered after attempt 7");
              assertThat(Decorated.retryOf(orders).name()).isEqualTo("Orders");
              assertThat(Decorated.targetOf(orders)).isExactlyInstanceOf(Orders.class);
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class ScopedApplication {

    @Bean
    @Scope(value = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
    @Lazy
    Orders orders() {
      return new Orders();
    }
  }

  @Test
  void one_call_of_a_scoped_bean_has_another_policy() {
    BeanApplication.with(ScopedApplication.class)
        .run(
            context -> {
              Orders orders = context.getBean(Orders.class);
              assertThatThrownBy(Decorated.withPolicy(orders, ONCE_MORE)::count)
                  .hasMessage("attempt 2");
              assertThatThrownBy(orders::count).hasMessage("attempt 3");
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class AspectApplication extends OrdersApplication {

    final List<String> seen = new ArrayList<>();

    @Bean
    MethodInterceptor counting() {
      return invocation -> {
        seen.add(invocation.getMethod().getName());
        return invocation.proceed();
      };
    }

    @Bean
    static BeanNameAutoProxyCreator others() {
      BeanNameAutoProxyCreator creator = new BeanNameAutoProxyCreator();
      creator.setProxyTargetClass(true);
      creator.setBeanNames("orders");
      creator.setInterceptorNames("counting");
      return creator;
    }
  }

  @Test
  @DisplayName("resilience4j #1657: the order of aspects is reported, and each attempt passes them")
  void the_order_of_aspects_is_reported_and_each_attempt_passes_them() {
    BeanApplication.with(AspectApplication.class)
        .run(
            context -> {
              assertThatThrownBy(() -> context.getBean(Orders.class).count())
                  .hasMessage("attempt 3");
              assertThat(context.getBean(AspectApplication.class).seen)
                  .containsExactly("count", "count", "count");
              List<String> advisors = context.getBean(RetriedBeans.class).list().get(0).advisors();
              assertThat(advisors).hasSize(2);
              assertThat(advisors.get(0)).endsWith("RetryAdvisor$Interceptor");
            });
  }

  private static double count(MeterRegistry meters, String name, String... tags) {
    return meters.get(name).tag("retry", "Orders").tags(tags).counter().count();
  }

  private static double attempts(MeterRegistry meters, String outcome) {
    return meters
        .get("reprise.call.attempts")
        .tags("retry", "Orders", "outcome", outcome)
        .summary()
        .totalAmount();
  }

  @Test
  @DisplayName("resilience4j #1600: metrics count the attempts of annotated methods")
  void metrics_count_the_attempts_of_annotated_methods() {
    BeanApplication.with(OrdersApplication.class)
        .withConfiguration(AutoConfigurations.of(RepriseObserveAutoConfiguration.class))
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .run(
            context -> {
              Orders orders = context.getBean(Orders.class);
              assertThatThrownBy(orders::count).hasMessage("attempt 3");
              Orders target = (Orders) Decorated.targetOf(orders);
              target.attempts = 1;
              assertThat(orders.later().join()).isNotNull();
              target.attempts = 2;
              assertThat(orders.later().join()).isNotNull();

              MeterRegistry meters = context.getBean(MeterRegistry.class);
              assertThat(
                      meters
                          .get("reprise.calls")
                          .tags("retry", "Orders", "outcome", "first_attempt")
                          .functionCounter()
                          .count())
                  .isEqualTo(1);
              assertThat(count(meters, "reprise.calls", "outcome", "retried")).isEqualTo(1);
              assertThat(count(meters, "reprise.calls", "outcome", "failed")).isEqualTo(1);
              assertThat(count(meters, "reprise.attempts.failed", "kind", "transient"))
                  .isEqualTo(4);
              assertThat(count(meters, "reprise.giveups", "reason", "attempts")).isEqualTo(1);
              assertThat(attempts(meters, "retried")).isEqualTo(2);
              assertThat(attempts(meters, "failed")).isEqualTo(3);
            });
  }
}
