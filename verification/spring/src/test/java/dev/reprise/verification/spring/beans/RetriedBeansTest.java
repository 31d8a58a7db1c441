package dev.reprise.verification.spring.beans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.declared.Retryable;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.RetryCustomizer;
import dev.reprise.spring.beans.RetriedBeans;
import dev.reprise.testing.RecordingListener;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;

@Timeout(60)
class RetriedBeansTest {

  static class Counted {

    int attempts;

    String fails(int times) {
      attempts++;
      if (attempts <= times) {
        throw new Failure(attempts);
      }
      return "attempt " + attempts;
    }
  }

  static class Orders extends Counted {

    @Retryable
    public String find() {
      return fails(2);
    }

    @Retryable
    public CompletableFuture<String> later() {
      return CompletableFuture.supplyAsync(() -> fails(2));
    }

    @Retryable
    public CompletionStage<String> fails() throws IOException {
      throw new IOException("attempt " + ++attempts);
    }

    @Retryable(maxAttempts = 5)
    String packagePrivate() {
      return fails(4);
    }

    @Retryable(policy = "maxAttempts=2 backoff=none")
    protected void nothing() {
      fails(1);
    }

    @Retryable(name = "reports")
    public String report() {
      return fails(1);
    }

    public String once() {
      return fails(1);
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
  void a_blocking_method_is_retried() {
    BeanApplication.with(OrdersApplication.class)
        .run(context -> assertThat(context.getBean(Orders.class).find()).isEqualTo("attempt 3"));
  }

  @Test
  void a_method_that_returns_a_future_is_retried_until_it_succeeds() {
    BeanApplication.with(OrdersApplication.class)
        .run(
            context ->
                assertThat(context.getBean(Orders.class).later().get()).isEqualTo("attempt 3"));
  }

  @Test
  void a_future_completes_with_the_last_failure() {
    BeanApplication.with(OrdersApplication.class)
        .run(
            context ->
                assertThatThrownBy(
                        () -> context.getBean(Orders.class).fails().toCompletableFuture().get())
                    .hasRootCauseInstanceOf(IOException.class)
                    .hasRootCauseMessage("attempt 3"));
  }

  @Test
  void methods_that_are_not_public_are_retried() {
    BeanApplication.with(OrdersApplication.class)
        .run(
            context -> {
              Orders orders = context.getBean(Orders.class);
              assertThat(orders.packagePrivate()).isEqualTo("attempt 5");
            });
  }

  @Test
  void a_method_without_annotation_is_called_once() {
    BeanApplication.with(OrdersApplication.class)
        .run(
            context ->
                assertThatThrownBy(() -> context.getBean(Orders.class).once())
                    .isInstanceOf(Failure.class)
                    .hasMessage("attempt 1"));
  }

  @Test
  void the_policy_named_default_is_that_of_a_method_that_names_none() {
    BeanApplication.with(OrdersApplication.class)
        .withPropertyValues("reprise.policies.default.maxAttempts=2")
        .run(
            context ->
                assertThatThrownBy(() -> context.getBean(Orders.class).find())
                    .hasMessage("attempt 2"));
  }

  @Test
  void a_named_retry_is_looked_up_for_each_call_so_that_a_reload_takes_effect() {
    BeanApplication.with(OrdersApplication.class)
        .run(
            context -> {
              Orders orders = context.getBean(Orders.class);
              assertThatThrownBy(orders::report).hasMessage("attempt 1");
              context
                  .getBean(RetryRegistry.class)
                  .reload(Map.of("reprise.policies.reports", "maxAttempts=2 backoff=none"));
              assertThat(orders.report()).isEqualTo("attempt 2");
            });
  }

  @Test
  void a_changed_default_policy_takes_effect_with_the_next_call() {
    BeanApplication.with(OrdersApplication.class)
        .run(
            context -> {
              Orders orders = context.getBean(Orders.class);
              RetryRegistry registry = context.getBean(RetryRegistry.class);
              assertThat(orders.find()).isEqualTo("attempt 3");
              registry.reload(
                  Map.of(
                      "reprise.policies.default.maxAttempts",
                      "1",
                      "reprise.policies.reports.maxAttempts",
                      "1"));
              orders = context.getBean(Orders.class);
              assertThat(orders.find()).isEqualTo("attempt 4");
              RetriedBeans.RetriedBean bean = context.getBean(RetriedBeans.class).list().get(0);
              assertThat(bean.methods().get("Orders.find()").policy()).contains("maxAttempts=1");
              assertThat(bean.methods().get("Orders.packagePrivate()").policy())
                  .contains("maxAttempts=5");
            });
  }

  @Test
  void all_methods_of_a_class_share_the_name_and_the_budget_of_the_class() {
    BeanApplication.with(OrdersApplication.class)
        .withPropertyValues("reprise.policies.default.budget=bucket(1, 1)")
        .run(
            context -> {
              Orders orders = context.getBean(Orders.class);
              assertThatThrownBy(orders::find).hasMessage("attempt 2");
              assertThatThrownBy(orders::packagePrivate)
                  .as("the only permit was used by the other method")
                  .hasMessage("attempt 3");
              assertThat(context.getBean(RecordingListener.class).recorded())
                  .allSatisfy(event -> assertThat(event.retry()).isEqualTo("Orders"));
            });
  }

  @Retryable
  interface Store<T> {

    String save(T item);

    default String twice(T item) {
      return save(item) + save(item);
    }
  }

  static class Names extends Counted implements Store<String> {

    @Override
    public String save(String item) {
      return item + fails(1);
    }
  }

  static final class FinalNames extends Counted implements Store<String> {

    @Override
    public String save(String item) {
      return item + fails(1);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class GenericApplication {

    @Bean
    Store<String> store() {
      return new Names();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class FinalApplication {

    @Bean
    FinalNames store() {
      return new FinalNames();
    }
  }

  @Test
  void an_annotation_on_a_generic_interface_applies_by_class_and_by_interface() {
    for (boolean byClass : new boolean[] {true, false}) {
      BeanApplication.with(GenericApplication.class)
          .withPropertyValues("spring.aop.proxy-target-class=" + byClass)
          .run(
              context -> {
                @SuppressWarnings("unchecked")
                Store<String> store = context.getBean(Store.class);
                assertThat(AopUtils.isCglibProxy(store)).isEqualTo(byClass);
                assertThat(store.save("a")).isEqualTo("aattempt 2");
                assertThat(context.getBean(RetriedBeans.class).list().get(0).methods())
                    .containsOnlyKeys("Names.save(String)");
              });
    }
  }

  @Test
  void a_final_class_is_retried_by_its_interfaces() {
    BeanApplication.with(FinalApplication.class)
        .run(
            context -> {
              @SuppressWarnings("unchecked")
              Store<String> store = (Store<String>) context.getBean("store");
              assertThat(store.save("a")).isEqualTo("aattempt 2");
            });
  }

  @Retryable
  static class Base extends Counted {

    public String inherited() {
      return fails(2);
    }

    @Retryable(enabled = false)
    public String once() {
      return fails(1);
    }
  }

  static class Derived extends Base {}

  @Configuration
  @Retryable(maxAttempts = 4)
  static class DerivedApplication extends Counted {

    @Bean
    @Scope("prototype")
    @Retryable(enabled = false)
    public Derived derived() {
      return new Derived();
    }

    @Bean
    @Lazy
    @Retryable(enabled = false)
    public FactoryBean<Remote> remote() {
      return new RemoteFactory();
    }

    @Bean
    @Scope(value = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
    @Retryable(enabled = false)
    public Scoped scoped() {
      return new Scoped();
    }

    public String ofConfiguration() {
      return fails(3);
    }
  }

  interface Remote {

    @Retryable
    String fetch();
  }

  /** Creates a proxy that is not one of Spring. */
  static class RemoteFactory implements FactoryBean<Remote> {

    @Override
    public Remote getObject() {
      Counted calls = new Counted();
      return (Remote)
          Proxy.newProxyInstance(
              Remote.class.getClassLoader(),
              new Class<?>[] {Remote.class},
              (proxy, method, arguments) ->
                  method.getDeclaringClass() == Object.class ? "remote" : calls.fails(2));
    }

    @Override
    public Class<?> getObjectType() {
      return Remote.class;
    }
  }

  static class Scoped {

    private int attempts;

    @Retryable
    public String find() {
      attempts++;
      if (attempts < 3) {
        throw new Failure(attempts);
      }
      return "attempt " + attempts;
    }
  }

  static class Client {

    @Autowired Scoped scoped;
    @Autowired @Lazy Remote remote;
  }

  @Test
  void inherited_methods_of_prototypes_are_retried() {
    BeanApplication.with(DerivedApplication.class)
        .run(
            context -> {
              assertThat(context.getBean(Derived.class).inherited()).isEqualTo("attempt 3");
              assertThat(context.getBean(Derived.class).inherited()).isEqualTo("attempt 3");
              assertThatThrownBy(() -> context.getBean(Derived.class).once())
                  .isInstanceOf(Failure.class);
              assertThat(context.getBean(RetriedBeans.class).list())
                  .extracting(RetriedBeans.RetriedBean::name)
                  .contains("derived");
            });
  }

  @Test
  void the_product_of_a_factory_bean_is_retried() {
    BeanApplication.with(DerivedApplication.class)
        .run(
            context -> {
              assertThat(context.getBean(Remote.class).fetch()).isEqualTo("attempt 3");
              assertThat(context.getBean(RetriedBeans.class).list())
                  .anySatisfy(bean -> assertThat(bean.methods()).containsKey("Remote.fetch()"));
            });
  }

  @Test
  void scoped_proxies_and_lazy_injection_points_lead_to_retried_beans() {
    BeanApplication.with(DerivedApplication.class)
        .withBean(Client.class)
        .run(
            context -> {
              Client client = context.getBean(Client.class);
              assertThat(client.scoped.find()).isEqualTo("attempt 3");
              assertThat(client.remote.fetch()).isEqualTo("attempt 3");
            });
  }

  @Test
  void a_configuration_class_can_be_retried() {
    BeanApplication.with(DerivedApplication.class)
        .run(
            context ->
                assertThat(context.getBean(DerivedApplication.class).ofConfiguration())
                    .isEqualTo("attempt 4"));
  }

  @Test
  void nothing_is_retried_if_annotations_or_the_library_are_switched_off() {
    for (String property : new String[] {"reprise.enabled", "reprise.annotations.enabled"}) {
      BeanApplication.with(OrdersApplication.class)
          .withPropertyValues(property + "=false")
          .run(
              context -> {
                assertThat(context).doesNotHaveBean(RetriedBeans.class);
                assertThat(AopUtils.isAopProxy(context.getBean(Orders.class))).isFalse();
              });
    }
  }

  @Test
  void beans_without_annotation_are_not_proxied() {
    BeanApplication.with(OrdersApplication.class)
        .withBean(Counted.class)
        .run(
            context ->
                assertThat(
                        AopUtils.isAopProxy(
                            context.getBeansOfType(Counted.class).values().stream()
                                .filter(bean -> !(bean instanceof Orders))
                                .findFirst()
                                .orElseThrow()))
                    .isFalse());
  }

  /** Its first attempt returns only after a second one has begun. */
  static class Hedged {

    final CountDownLatch second = new CountDownLatch(2);

    @Retryable(name = "hedged")
    public String find() throws InterruptedException {
      second.countDown();
      second.await();
      return Thread.currentThread().getName();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class HedgedApplication {

    @Bean
    Hedged hedgedBean() {
      return new Hedged();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnThreads {

    @Bean
    RetryCustomizer ownThreads() {
      return retry -> retry.withExecutor(task -> new Thread(task, "own thread").start());
    }
  }

  @Test
  void blocking_methods_are_hedged_on_threads_of_the_starter_or_of_the_application() {
    ApplicationContextRunner hedged =
        BeanApplication.with(HedgedApplication.class)
            .withPropertyValues(
                "reprise.policies.hedged=hedge=after(1ms) idempotency=idempotent within=1h");

    hedged.run(context -> assertThat(context.getBean(Hedged.class).find()).startsWith("reprise-"));
    hedged
        .withUserConfiguration(OwnThreads.class)
        .run(context -> assertThat(context.getBean(Hedged.class).find()).isEqualTo("own thread"));
  }
}
