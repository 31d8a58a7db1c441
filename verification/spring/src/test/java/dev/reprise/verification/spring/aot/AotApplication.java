package dev.reprise.verification.spring.aot;

import dev.reprise.Retry;
import dev.reprise.declared.Retryable;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.actuator.RepriseActuatorAutoConfiguration;
import dev.reprise.spring.beans.RetryableBeansAutoConfiguration;
import dev.reprise.spring.data.RepriseIdempotencyAutoConfiguration;
import dev.reprise.spring.data.RepriseTransactionsAutoConfiguration;
import dev.reprise.spring.grpc.GrpcChannelsAutoConfiguration;
import dev.reprise.spring.http.HttpClientsAutoConfiguration;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import java.io.IOException;
import java.util.stream.Stream;
import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Retries by annotation and by injection, and prints how often it tried. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
  RepriseAutoConfiguration.class,
  RetryableBeansAutoConfiguration.class,
  HttpClientsAutoConfiguration.class,
  GrpcChannelsAutoConfiguration.class,
  RepriseIdempotencyAutoConfiguration.class,
  RepriseTransactionsAutoConfiguration.class,
  RepriseActuatorAutoConfiguration.class
})
class AotApplication {

  @Bean
  Orders orderService(@Qualifier("orders") Retry retry) {
    return new OrderService(retry);
  }

  interface Orders {

    String annotated() throws IOException;

    String injected() throws IOException;

    String unavailable() throws IOException;
  }

  static class LastKnown {

    String lastKnown(IOException failure) {
      return "last known, after: " + failure.getMessage();
    }
  }

  static class OrderService extends LastKnown implements Orders {

    private final Retry retry;
    private int attempts;

    OrderService(Retry retry) {
      this.retry = retry;
    }

    @Override
    @Retryable(name = "orders")
    public String annotated() throws IOException {
      return thirdTime();
    }

    @Override
    public String injected() throws IOException {
      return retry.call(this::thirdTime);
    }

    @Override
    @Retryable(name = "orders", fallback = "lastKnown")
    public String unavailable() throws IOException {
      throw new IOException("not available");
    }

    @Retryable(rules = "java.io.EOFException(maxFailures=2)")
    void withRule() {}

    private String thirdTime() throws IOException {
      attempts++;
      if (attempts % 3 != 0) {
        throw new IOException("attempt " + attempts);
      }
      return "attempt " + attempts;
    }
  }

  public static void main(String[] arguments) throws IOException {
    try (ConfigurableApplicationContext context =
        SpringApplication.run(AotApplication.class, arguments)) {
      Orders orders = context.getBean(Orders.class);
      System.out.println("processed ahead of time: " + AotDetector.useGeneratedArtifacts());
      System.out.println("annotated: " + orders.annotated());
      System.out.println("injected: " + orders.injected());
      System.out.println("unavailable: " + orders.unavailable());
      System.out.println("policies: " + context.getBean(RetryRegistry.class).names());
      System.out.println(
          "retries: "
              + Stream.of(context.getBeanDefinitionNames())
                  .filter(name -> name.startsWith("reprise.policies."))
                  .toList());
    }
  }
}
