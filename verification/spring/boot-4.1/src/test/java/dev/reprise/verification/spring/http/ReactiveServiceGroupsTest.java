package dev.reprise.verification.spring.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.report.RetryReport;
import dev.reprise.spring.http.HttpClientsAutoConfiguration;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.Transport;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.HttpServiceGroup.ClientType;
import org.springframework.web.service.registry.ImportHttpServices;
import reactor.core.publisher.Mono;

/** Groups of HTTP interfaces whose client is a WebClient. */
class ReactiveServiceGroupsTest {

  interface Stock {
    @GetExchange("/stock")
    Mono<String> count();
  }

  interface News {
    @GetExchange("/news")
    Mono<String> latest();
  }

  @Configuration(proxyBeanMethods = false)
  @ImportHttpServices(group = "shop", types = Stock.class, clientType = ClientType.WEB_CLIENT)
  @ImportHttpServices(group = "press", types = News.class, clientType = ClientType.WEB_CLIENT)
  static class Groups {

    @Bean
    WebClientHttpServiceGroupConfigurer addresses(Environment environment) {
      return groups ->
          groups.forEachClient(
              (group, builder) ->
                  builder
                      .baseUrl(environment.getRequiredProperty("server"))
                      .clientConnector(new JdkClientHttpConnector()));
    }
  }

  @Test
  void a_group_is_retried_by_its_property_and_another_one_is_not() throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      server.script("/stock", Step.reply(503), Step.reply(200, "7"));
      server.script("/news", Step.reply(503));
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  RepriseAutoConfiguration.class, HttpClientsAutoConfiguration.class))
          .withUserConfiguration(Groups.class)
          .withPropertyValues(
              "server=" + server.uri(""),
              "reprise.policies.quick=maxAttempts=3 backoff=fixed(1ms)",
              "reprise.http.clients.shop=quick")
          .run(
              context -> {
                assertThat(context.getBean(Stock.class).count().block()).isEqualTo("7");
                server.requestLog().clear();
                WebClientResponseException failure =
                    catchThrowableOfType(
                        WebClientResponseException.class,
                        () -> context.getBean(News.class).latest().block());
                assertThat(RetryReport.of(failure)).isEmpty();
                assertThat(server.requestLog().executedCount()).isEqualTo(1);
              });
    }
  }
}
