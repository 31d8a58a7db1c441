package dev.reprise.verification.spring.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.report.RetryReport;
import dev.reprise.spring.http.HttpClientsAutoConfiguration;
import dev.reprise.spring.policies.InvalidPoliciesException;
import dev.reprise.spring.policies.PropertyMistake;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;

/** Groups of HTTP interfaces. */
class HttpServiceGroupsTest {

  private FaultyHttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
    server.script("/stock", Step.reply(503), Step.reply(200, "7"));
    server.script("/news", Step.reply(503));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private ApplicationContextRunner application(String... properties) {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                RepriseAutoConfiguration.class, HttpClientsAutoConfiguration.class))
        .withUserConfiguration(Groups.class)
        .withPropertyValues(
            "server=" + server.uri(""), "reprise.policies.quick=maxAttempts=3 backoff=fixed(1ms)")
        .withPropertyValues(properties);
  }

  interface Stock {
    @GetExchange("/stock")
    String count();
  }

  interface News {
    @GetExchange("/news")
    String latest();
  }

  @Configuration(proxyBeanMethods = false)
  @ImportHttpServices(group = "shop", types = Stock.class)
  @ImportHttpServices(group = "press-room", types = News.class)
  static class Groups {

    @Bean
    RestClientHttpServiceGroupConfigurer addresses(Environment environment) {
      return groups ->
          groups.forEachClient(
              (group, builder) ->
                  builder
                      .baseUrl(environment.getRequiredProperty("server"))
                      .requestFactory(new JdkClientHttpRequestFactory()));
    }
  }

  @Test
  void a_group_is_retried_by_its_property() {
    application("reprise.http.clients.shop=quick")
        .run(context -> assertThat(context.getBean(Stock.class).count()).isEqualTo("7"));
  }

  @Test
  void a_group_is_found_even_if_all_beans_are_lazy() {
    application("reprise.http.clients.shop=quick")
        .withInitializer(
            context ->
                context.addBeanFactoryPostProcessor(
                    new LazyInitializationBeanFactoryPostProcessor()))
        .run(context -> assertThat(context.getBean(Stock.class).count()).isEqualTo("7"));
  }

  @Test
  void another_group_is_not_retried() {
    application("reprise.http.clients.shop=quick")
        .run(
            context -> {
              assertThatExceptionOfType(HttpServerErrorException.class)
                  .isThrownBy(() -> context.getBean(News.class).latest());
              assertThat(server.requestLog().executedCount()).isEqualTo(1);
            });
  }

  @Test
  void the_exception_has_the_report() {
    application("reprise.http.clients.press-room=quick")
        .run(
            context -> {
              HttpServerErrorException failure =
                  catchThrowableOfType(
                      HttpServerErrorException.class, () -> context.getBean(News.class).latest());
              assertThat(RetryReport.of(failure).orElseThrow().attempts()).isEqualTo(3);
            });
  }

  @Test
  void a_group_that_does_not_exist_stops_the_start() {
    application("reprise.http.clients.shops=quick", "reprise.policies.quick.budget=lots")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .isInstanceOfSatisfying(
                        InvalidPoliciesException.class,
                        failure ->
                            assertThat(failure.mistakes())
                                .extracting(PropertyMistake::property, PropertyMistake::reason)
                                .element(0)
                                .isEqualTo(
                                    tuple(
                                        "reprise.http.clients.shops",
                                        "no bean of type RestClient, RestTemplate or WebClient and"
                                            + " no group of HTTP interfaces is named shops, did you"
                                            + " mean shop? There are press-room, shop"))));
  }
}
