package dev.reprise.verification.spring.beans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.declared.Retryable;
import dev.reprise.event.RetryEvent;
import dev.reprise.report.RetryReport;
import dev.reprise.spring.beans.RetriedBeans;
import dev.reprise.testing.RecordingListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** Retried methods of beans that return a Mono or a Flux. */
@Timeout(60)
class ReactiveMethodsTest {

  static class Orders {

    int attempts;

    private <T> Mono<T> fails(int times, T value) {
      attempts++;
      return attempts > times ? Mono.just(value) : Mono.error(failure());
    }

    private IOException failure() {
      return new IOException("attempt " + attempts);
    }

    @Retryable
    public Mono<String> find(String id) {
      return fails(2, "order " + id);
    }

    @Retryable
    public Flux<String> all() {
      return fails(1, "order").flatMapMany(order -> Flux.just(order + " 1", order + " 2"));
    }

    @Retryable
    public Mono<String> ofTenant() {
      return Mono.deferContextual(context -> fails(1, context.get("tenant")));
    }

    @Retryable(name = "reports")
    public Mono<String> report() {
      return fails(1, "report");
    }

    @Retryable(maxAttempts = 2, fallback = "cached")
    public Mono<String> findOrCached(String id) {
      return fails(2, "order " + id);
    }

    Mono<String> cached(String id, IOException failure) {
      return Mono.just("cached " + id + " after " + failure.getMessage());
    }

    public int attempts() {
      return attempts;
    }
  }

  /** An advisor inside the retries, as that of a transaction. */
  @Configuration(proxyBeanMethods = false)
  static class Advised {

    static final List<String> PASSED = new ArrayList<>();

    @Bean
    static DefaultAdvisorAutoProxyCreator proxies() {
      DefaultAdvisorAutoProxyCreator creator = new DefaultAdvisorAutoProxyCreator();
      creator.setProxyTargetClass(true);
      return creator;
    }

    @Bean
    static Advisor inner() {
      NameMatchMethodPointcut find = new NameMatchMethodPointcut();
      find.setMappedName("find");
      find.setClassFilter(Orders.class::isAssignableFrom);
      MethodInterceptor passes =
          invocation -> {
            PASSED.add(String.valueOf(invocation.getArguments()[0]));
            return invocation.proceed();
          };
      return new DefaultPointcutAdvisor(find, passes);
    }
  }

  @Test
  void a_mono_is_retried_from_its_method_on_and_each_subscription_is_a_call() {
    Advised.PASSED.clear();
    BeanApplication.with(Advised.class, Orders.class)
        .run(
            context -> {
              Orders orders = context.getBean(Orders.class);
              Mono<String> order = orders.find("a");
              assertThat(orders.attempts()).as("before it is subscribed to").isZero();
              assertThat(order.block()).isEqualTo("order a");
              assertThat(orders.attempts()).isEqualTo(3);
              assertThat(order.block()).isEqualTo("order a");
              assertThat(orders.attempts()).isEqualTo(4);
              assertThat(Advised.PASSED).containsExactly("a", "a", "a", "a");
              assertThat(context.getBean(RecordingListener.class).recorded())
                  .filteredOn(event -> event instanceof RetryEvent.CallFinished)
                  .extracting(RetryEvent::retry)
                  .startsWith("Orders");
              assertThat(context.getBean(RetriedBeans.class).list())
                  .singleElement()
                  .satisfies(bean -> assertThat(bean.toString()).contains("find"));
            });
  }

  @Test
  void a_flux_is_retried_and_the_context_of_the_subscriber_reaches_each_attempt() {
    BeanApplication.with(Orders.class)
        .run(
            context ->
                assertThat(context.getBean(Orders.class).all().collectList().block())
                    .containsExactly("order 1", "order 2"));
    BeanApplication.with(Orders.class)
        .run(
            context ->
                assertThat(
                        context
                            .getBean(Orders.class)
                            .ofTenant()
                            .contextWrite(Context.of("tenant", "t1"))
                            .block())
                    .isEqualTo("t1"));
  }

  @Test
  void a_named_policy_and_a_fallback_count() {
    BeanApplication.with(Orders.class)
        .run(
            context ->
                assertThatThrownBy(() -> context.getBean(Orders.class).report().block())
                    .hasRootCauseMessage("attempt 1")
                    .rootCause()
                    .satisfies(
                        failure ->
                            assertThat(RetryReport.of(failure)).as("one attempt").isEmpty()));
    BeanApplication.with(Orders.class)
        .run(
            context ->
                assertThat(context.getBean(Orders.class).findOrCached("b").block())
                    .isEqualTo("cached b after attempt 2"));
  }
}
