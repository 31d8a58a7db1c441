package dev.reprise.verification.spring.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.reprise.declared.Retryable;
import dev.reprise.spring.beans.RetryableBeansAutoConfiguration;
import dev.reprise.spring.http.HttpClientsAutoConfiguration;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClient;

/** A retried bean whose HTTP client is retried as well, each with three attempts. */
@Timeout(60)
class NestedRetriesTest {

  private FaultyHttpServer server;
  private ApplicationContextRunner application;

  @BeforeEach
  void start() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
    server.script("/stock", Step.reply(503));
    application =
        new ApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(
                    RepriseAutoConfiguration.class,
                    RetryableBeansAutoConfiguration.class,
                    HttpClientsAutoConfiguration.class))
            .withUserConfiguration(Shop.class)
            .withPropertyValues(
                "server=" + server.uri(""),
                "reprise.policies.default.max-attempts=3",
                "reprise.policies.default.backoff=none",
                "reprise.policies.quick=maxAttempts=3 backoff=none",
                "reprise.http.clients.stock-client=quick");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  static class Stock {

    private final RestClient client;

    Stock(RestClient client) {
      this.client = client;
    }

    @Retryable
    public String count() {
      return client.get().uri("/stock").retrieve().body(String.class);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Shop {

    @Bean
    RestClient stockClient(Environment environment) {
      return RestClient.builder()
          .requestFactory(new JdkClientHttpRequestFactory())
          .baseUrl(environment.getRequiredProperty("server"))
          .build();
    }

    @Bean
    Stock stock(RestClient stockClient) {
      return new Stock(stockClient);
    }
  }

  private void assertRequests(ApplicationContextRunner application, int requests) {
    application.run(
        context -> {
          Stock stock = context.getBean(Stock.class);
          assertThat(AopUtils.isAopProxy(stock)).isTrue();
          assertThatExceptionOfType(HttpServerErrorException.class).isThrownBy(stock::count);
          assertThat(server.requestLog().executedCount()).isEqualTo(requests);
        });
  }

  @Test
  void a_request_that_the_client_has_retried_is_not_retried_by_the_bean() {
    assertRequests(application, 3);
  }

  @Test
  void the_bean_retries_the_request_of_a_client_that_is_not_retried() {
    assertRequests(application.withPropertyValues("reprise.policies.quick=maxAttempts=1"), 3);
  }

  @Test
  void attempts_multiply_where_the_policy_of_the_bean_says_so() {
    assertRequests(application.withPropertyValues("reprise.policies.default.nesting=multiply"), 9);
  }
}
