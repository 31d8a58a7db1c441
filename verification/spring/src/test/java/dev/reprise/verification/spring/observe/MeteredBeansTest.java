package dev.reprise.verification.spring.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchMetrics;
import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import dev.reprise.spring.observe.RepriseObserveAutoConfiguration;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** Batches and guards that are beans. */
class MeteredBeansTest {

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({RepriseAutoConfiguration.class, RepriseObserveAutoConfiguration.class})
  static class Automatic {}

  @Configuration(proxyBeanMethods = false)
  static class Shop {

    @Bean
    Batch<Integer> prices(Retry retry) {
      return accepting(retry);
    }

    @Bean
    @Scope("prototype")
    Batch<Integer> stock(Retry retry) {
      return accepting(retry);
    }

    @Bean
    BatchMetrics orders() {
      return new BatchMetrics();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Payments {

    @Bean
    IdempotencyGuard<String> payments() {
      return IdempotencyGuard.of(new InMemoryIdempotencyStore(10), OutcomeCodec.string());
    }
  }

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withUserConfiguration(Automatic.class, Shop.class, Payments.class)
          .withBean(MeterRegistry.class, SimpleMeterRegistry::new);

  @Test
  void a_batch_has_meters_with_the_name_of_its_bean() {
    application.run(
        context -> {
          run(context.getBean("prices", Batch.class));
          assertThat(done(context, "prices")).isEqualTo(3);
          assertThat(done(context, "orders")).isZero();
        });
  }

  @Test
  void all_instances_of_a_batch_that_is_a_prototype_are_counted_together() {
    application.run(
        context -> {
          run(context.getBean("stock", Batch.class));
          run(context.getBean("stock", Batch.class));
          assertThat(done(context, "stock")).isEqualTo(6);
        });
  }

  @Test
  void metrics_that_are_a_bean_are_those_of_the_batches_to_which_they_are_added() {
    application.run(
        context -> {
          BatchMetrics orders = context.getBean("orders", BatchMetrics.class);
          run(accepting(Retry.none()).withListener(orders.listener()));
          assertThat(done(context, "orders")).isEqualTo(3);
          assertThat(done(context, "prices")).isZero();
        });
  }

  @Test
  void a_guard_has_meters_with_the_name_of_its_bean() {
    application.run(
        context -> {
          pay(context);
          pay(context);
          assertThat(
                  context
                      .getBean(MeterRegistry.class)
                      .get("reprise.idempotency.calls")
                      .tags("guard", "payments", "result", "replayed")
                      .counter()
                      .count())
              .isOne();
        });
  }

  @Test
  void batches_and_guards_can_be_switched_off_each() {
    application
        .withPropertyValues("reprise.metrics.batches=false")
        .run(
            context -> {
              run(context.getBean("prices", Batch.class));
              assertThat(meters(context)).anyMatch(name -> name.startsWith("reprise.idempotency"));
              assertThat(meters(context)).noneMatch(name -> name.startsWith("reprise.batch"));
            });
    application
        .withPropertyValues("reprise.metrics.guards=false")
        .run(
            context -> {
              pay(context);
              assertThat(meters(context)).anyMatch(name -> name.startsWith("reprise.batch"));
              assertThat(meters(context)).noneMatch(name -> name.startsWith("reprise.idempotency"));
            });
  }

  @Test
  void all_metrics_are_switched_off_together() {
    application
        .withPropertyValues("reprise.metrics.enabled=false")
        .run(
            context -> {
              run(context.getBean("prices", Batch.class));
              pay(context);
              assertThat(meters(context)).isEmpty();
            });
  }

  @Test
  void an_application_without_batches_or_without_metrics_starts() {
    ApplicationContextRunner payments =
        new ApplicationContextRunner().withUserConfiguration(Automatic.class, Payments.class);
    payments
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withClassLoader(new FilteredClassLoader("dev.reprise.batch"))
        .run(
            context -> {
              pay(context);
              assertThat(meters(context)).contains("reprise.idempotency.calls");
            });
    payments.withClassLoader(new FilteredClassLoader("io.micrometer")).run(MeteredBeansTest::pay);
  }

  private static Batch<Integer> accepting(Retry retry) {
    return Batch.of(retry, chunk -> BatchReply.allDone());
  }

  @SuppressWarnings("unchecked")
  private static void run(Batch<?> batch) {
    assertThat(((Batch<Integer>) batch).run(List.of(1, 2, 3)).allDone()).isTrue();
  }

  private static double done(ApplicationContext context, String batch) {
    return context
        .getBean(MeterRegistry.class)
        .get("reprise.batch.items")
        .tags("batch", batch, "result", "done")
        .functionCounter()
        .count();
  }

  private static void pay(ApplicationContext context) {
    IdempotencyGuard<?> payments = context.getBean("payments", IdempotencyGuard.class);
    assertThat(call(payments)).isNotNull();
  }

  @SuppressWarnings("unchecked")
  private static String call(IdempotencyGuard<?> payments) {
    return ((IdempotencyGuard<String>) payments)
        .call(IdempotencyKey.of("ann", "pay", "1"), Fingerprint.of("10 EUR"), holder -> "receipt");
  }

  private static List<String> meters(ApplicationContext context) {
    return context.getBean(MeterRegistry.class).getMeters().stream()
        .map(meter -> meter.getId().getName())
        .filter(name -> name.startsWith("reprise"))
        .toList();
  }
}
