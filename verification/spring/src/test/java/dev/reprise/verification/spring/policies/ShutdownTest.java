package dev.reprise.verification.spring.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.decision.StopReason;
import dev.reprise.declared.Retryable;
import dev.reprise.jdbc.TransactionRetry;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.report.RetryReport;
import dev.reprise.spring.RetryCustomizer;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;

/** The waits of an application that closes. */
@Timeout(60)
class ShutdownTest {

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(RepriseAutoConfiguration.class))
          .withPropertyValues(
              "reprise.policies.orders.backoff=fixed(1h)",
              "reprise.policies.orders.within=1d",
              "reprise.policies.quick=backoff=none maxAttempts=2");

  @Test
  void a_close_ends_blocking_and_asynchronous_waits_at_once() {
    runner
        .withUserConfiguration(TwoCalls.class)
        .run(
            context -> {
              Retry orders = context.getBean(RetryRegistry.class).retry("orders");
              CompletableFuture<RetryResult<String>> blocking =
                  CompletableFuture.supplyAsync(() -> orders.execute(ShutdownTest::fail));
              CompletableFuture<RetryResult<String>> async =
                  orders.executeAsync(() -> CompletableFuture.failedFuture(new IOException()));
              context.getBean(TwoCalls.class).failed.await();
              context.getSourceApplicationContext().close();
              assertThat(stopReason(blocking)).isEqualTo(StopReason.SHUT_DOWN);
              assertThat(stopReason(async)).isEqualTo(StopReason.SHUT_DOWN);
            });
  }

  @Test
  void the_last_requests_are_retried_before_the_web_server_stops() {
    runner
        .withUserConfiguration(Phases.class)
        .run(
            context -> {
              Map<String, StopReason> seen = context.getBean(Phases.class).seen;
              context.getSourceApplicationContext().close();
              assertThat(seen)
                  .containsEntry("graceful", StopReason.ATTEMPTS)
                  .containsEntry("server", StopReason.SHUT_DOWN);
            });
  }

  @Test
  void a_paused_context_keeps_its_retries_and_so_does_the_parent_of_a_closed_one() {
    runner.run(
        context -> {
          ConfigurableApplicationContext paused = context.getSourceApplicationContext();
          GenericApplicationContext child = new GenericApplicationContext(paused);
          child.refresh();
          child.close();
          paused.stop();
          paused.start();
          assertThat(reasonOfAFailure(context.getBean(RetryRegistry.class)))
              .isEqualTo(StopReason.ATTEMPTS);
        });
  }

  @Test
  void a_close_shuts_down_each_retry_that_the_starter_created_or_creates_later() {
    List<String> created = new CopyOnWriteArrayList<>();
    List<String> ended = new CopyOnWriteArrayList<>();
    new ApplicationContextRunner()
        .withUserConfiguration(Automatic.class)
        .withBean(RetryCustomizer.class, () -> retry -> remember(retry, created, ended))
        .withPropertyValues(
            "reprise.transactions.enabled=true",
            "reprise.policies.default=maxAttempts=2 backoff=none",
            "reprise.policies.orders=maxAttempts=2 backoff=none")
        .run(
            context -> {
              Early early = context.getBean(Early.class.getName(), Early.class);
              Early late = context.getBean(Late.class);
              assertThatThrownBy(early::call).isInstanceOf(IOException.class);
              context.getBean(TransactionRetry.class).runInTransaction(connection -> {});
              context.getSourceApplicationContext().close();
              assertThatThrownBy(late::call).isInstanceOf(IOException.class);
              assertThat(created).contains("orders", "Early", "Late", "transaction");
              assertThat(ended).containsExactlyInAnyOrderElementsOf(created);
              assertThat(early.attempts() + late.attempts()).isEqualTo(2 + 1);
            });
  }

  @Test
  void a_close_of_a_paused_context_ends_the_waits_of_each_retry() {
    new ApplicationContextRunner()
        .withUserConfiguration(Automatic.class)
        .withBean(Waiting.class)
        .withPropertyValues("reprise.policies.default=within=1d backoff=fixed(1h)")
        .run(
            context -> {
              ConfigurableApplicationContext application = context.getSourceApplicationContext();
              CompletableFuture<String> waiting = context.getBean(Waiting.class).later();
              application.stop();
              application.close();
              assertThatThrownBy(waiting::get)
                  .extracting(failed -> RetryReport.of(failed).orElseThrow().stopReason())
                  .isEqualTo(StopReason.SHUT_DOWN);
            });
  }

  @Test
  void a_failed_start_ends_the_waits_of_each_retry() {
    Broken broken = new Broken();
    new ApplicationContextRunner()
        .withUserConfiguration(Automatic.class)
        .withBean(Waiting.class)
        .withBean(Broken.class, () -> broken)
        .withPropertyValues(
            "reprise.policies.default=within=1d backoff=fixed(1h)",
            "reprise.policies.orders=within=1d backoff=fixed(1h)")
        .run(context -> assertThat(context.getStartupFailure()).hasMessage("broken"));

    assertThat(broken.named)
        .succeedsWithin(Duration.ofSeconds(30))
        .extracting(RetryResult::stopReason)
        .isEqualTo(StopReason.SHUT_DOWN);
    assertThat(broken.ofClass)
        .failsWithin(Duration.ofSeconds(30))
        .withThrowableOfType(ExecutionException.class)
        .extracting(failed -> RetryReport.of(failed).orElseThrow().stopReason())
        .isEqualTo(StopReason.SHUT_DOWN);
  }

  @Test
  void a_hedged_call_of_a_closed_application_makes_its_attempt() {
    new ApplicationContextRunner()
        .withUserConfiguration(Automatic.class)
        .withBean(Waiting.class)
        .run(
            context -> {
              Waiting bean = context.getBean(Waiting.class);
              context.getSourceApplicationContext().close();
              assertThat(bean.hedged()).startsWith("reprise-");
            });
  }

  /** Makes two calls that wait, and then fails the start. */
  static class Broken implements BeanFactoryAware, SmartInitializingSingleton {

    CompletableFuture<String> ofClass = new CompletableFuture<>();
    CompletableFuture<RetryResult<String>> named = new CompletableFuture<>();
    private BeanFactory beans;

    @Override
    public void setBeanFactory(BeanFactory factory) {
      beans = factory;
    }

    @Override
    public void afterSingletonsInstantiated() {
      ofClass = beans.getBean(Waiting.class).later();
      Retry orders = beans.getBean(RetryRegistry.class).retry("orders");
      named = orders.executeAsync(() -> CompletableFuture.failedFuture(new IOException()));
      throw new IllegalStateException("broken");
    }
  }

  static class Waiting {

    @Retryable
    public CompletableFuture<String> later() {
      return CompletableFuture.failedFuture(new IOException());
    }

    @Retryable(policy = "hedge=after(1h) idempotency=idempotent")
    public String hedged() {
      return Thread.currentThread().getName();
    }
  }

  private static Retry remember(Retry retry, List<String> created, List<String> ended) {
    created.add(retry.name());
    Runnable unused = retry.onShutdown(() -> ended.add(retry.name()));
    return retry;
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import({Early.class, Late.class})
  static class Automatic {}

  /** A class whose retry is created by its first call. */
  static class Early {

    private int attempts;

    public int attempts() {
      return attempts;
    }

    @Retryable
    public void call() throws IOException {
      attempts++;
      fail();
    }
  }

  /** Is called first when its context is closed. */
  static class Late extends Early {}

  private static String fail() throws IOException {
    throw new ConnectException();
  }

  private static StopReason reasonOfAFailure(RetryRegistry registry) {
    return registry.retry("quick").execute(ShutdownTest::fail).report().stopReason();
  }

  private static StopReason stopReason(CompletableFuture<RetryResult<String>> result)
      throws InterruptedException, ExecutionException {
    return result.get().report().stopReason();
  }

  @Configuration(proxyBeanMethods = false)
  static class TwoCalls {

    final CountDownLatch failed = new CountDownLatch(2);

    @Bean
    RetryCustomizer counting() {
      return retry -> retry.withListener(event -> failed.countDown());
    }
  }

  /** Calls a retry in the phases of Spring Boot's graceful shutdown and of its web server. */
  @Configuration(proxyBeanMethods = false)
  static class Phases {

    final Map<String, StopReason> seen = new ConcurrentHashMap<>();

    @Bean
    SmartLifecycle graceful(RetryRegistry registry) {
      return new Calling("graceful", SmartLifecycle.DEFAULT_PHASE - 1024, registry);
    }

    @Bean
    SmartLifecycle server(RetryRegistry registry) {
      return new Calling("server", SmartLifecycle.DEFAULT_PHASE - 2048, registry);
    }

    private final class Calling implements SmartLifecycle {

      private final String name;
      private final int phase;
      private final RetryRegistry registry;
      private volatile boolean running;

      Calling(String name, int phase, RetryRegistry registry) {
        this.name = name;
        this.phase = phase;
        this.registry = registry;
      }

      @Override
      public void start() {
        running = true;
      }

      @Override
      public void stop() {
        running = false;
        seen.put(name, reasonOfAFailure(registry));
      }

      @Override
      public boolean isRunning() {
        return running;
      }

      @Override
      public int getPhase() {
        return phase;
      }
    }
  }
}
