package dev.reprise.verification.spring.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.decision.StopReason;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.report.RetryReport;
import dev.reprise.spring.http.HttpClientsAutoConfiguration;
import dev.reprise.spring.http.HttpRetryCustomizer;
import dev.reprise.spring.http.RetryAttributes;
import dev.reprise.spring.http.RetryingClients;
import dev.reprise.spring.policies.InvalidPoliciesException;
import dev.reprise.spring.policies.PropertyMistake;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.log.ReceivedRequest;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestOperations;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/** Clients that are beans, and the property that retries them. */
class ClientsByPropertyTest {

  private FaultyHttpServer server;
  private ApplicationContextRunner application;

  @BeforeEach
  void start() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
    application =
        new ApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(
                    RepriseAutoConfiguration.class, HttpClientsAutoConfiguration.class))
            .withUserConfiguration(Clients.class)
            .withPropertyValues(
                "server=" + server.uri(""),
                "reprise.policies.quick=maxAttempts=3 backoff=fixed(1ms)",
                "reprise.policies.keyed=maxAttempts=3 backoff=fixed(1ms) idempotency=keyed",
                "reprise.policies.once=maxAttempts=1");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Configuration(proxyBeanMethods = false)
  static class Clients {

    @Bean
    RestClient ordersClient(org.springframework.core.env.Environment environment) {
      return RestClient.builder()
          .requestFactory(new JdkClientHttpRequestFactory())
          .baseUrl(environment.getRequiredProperty("server"))
          .build();
    }

    @Bean
    RestTemplate mailTemplate() {
      return new RestTemplate(new JdkClientHttpRequestFactory());
    }

    @Bean
    Stock stock(RestClient ordersClient) {
      return HttpServiceProxyFactory.builderFor(RestClientAdapter.create(ordersClient))
          .build()
          .createClient(Stock.class);
    }
  }

  interface Stock {

    @GetExchange("/stock")
    String count();

    @PostExchange("/stock")
    String order();
  }

  @Test
  void a_rest_client_is_retried_by_its_property() {
    server.script("/a", Step.reply(503), Step.reply(429), Step.reply(200, "done"));
    application
        .withPropertyValues("reprise.http.clients.ordersClient=quick")
        .run(
            context -> {
              RestClient client = context.getBean(RestClient.class);
              assertThat(client.get().uri("/a").retrieve().body(String.class)).isEqualTo("done");
              assertThat(server.requestLog().executedCount()).isEqualTo(3);
            });
  }

  @Test
  void a_rest_template_is_retried_by_its_property() {
    server.script("/a", Step.reply(503), Step.reply(429), Step.reply(200, "done"));
    application
        .withPropertyValues("reprise.http.clients.mail-template=quick")
        .run(
            context -> {
              RestTemplate template = context.getBean(RestTemplate.class);
              assertThat(template.getForObject(server.uri("/a"), String.class)).isEqualTo("done");
            });
  }

  @Test
  void an_http_interface_is_retried_with_its_client() {
    server.script("/stock", Step.reply(503), Step.reply(200, "7"));
    application
        .withPropertyValues("reprise.http.clients.ordersClient=quick")
        .run(context -> assertThat(context.getBean(Stock.class).count()).isEqualTo("7"));
  }

  @Test
  void a_client_without_a_property_is_not_retried() {
    server.script("/a", Step.reply(503), Step.reply(200, "done"));
    application
        .withPropertyValues("reprise.http.clients.mailTemplate=quick")
        .run(
            context -> {
              RestClient client = context.getBean(RestClient.class);
              assertThatExceptionOfType(HttpServerErrorException.class)
                  .isThrownBy(() -> client.get().uri("/a").retrieve().toBodilessEntity());
              assertThat(server.requestLog().executedCount()).isEqualTo(1);
            });
  }

  @Test
  void a_503_that_stays_becomes_the_exception_of_spring_with_the_report() {
    server.script("/a", Step.reply(503, "{\"text\":\"busy\"}", "Content-Type", "application/json"));
    application
        .withPropertyValues(
            "reprise.http.clients.ordersClient=quick", "reprise.http.clients.mailTemplate=quick")
        .run(
            context -> {
              RestClient client = context.getBean(RestClient.class);
              HttpServerErrorException failure =
                  catchThrowableOfType(
                      HttpServerErrorException.class,
                      () -> client.get().uri("/a").retrieve().toBodilessEntity());
              assertReported(failure);
              RestTemplate template = context.getBean(RestTemplate.class);
              HttpServerErrorException other =
                  catchThrowableOfType(
                      HttpServerErrorException.class,
                      () -> template.getForObject(server.uri("/a"), String.class));
              assertReported(other);
            });
  }

  private static void assertReported(HttpServerErrorException failure) {
    assertThat(failure.getStatusCode().value()).isEqualTo(503);
    assertThat(failure.getResponseBodyAs(Map.class)).isEqualTo(Map.of("text", "busy"));
    RetryReport report = RetryReport.of(failure).orElseThrow();
    assertThat(report.attempts()).isEqualTo(3);
    assertThat(report.stopReason()).isEqualTo(StopReason.ATTEMPTS);
    assertThat(report.retry()).isEqualTo("quick");
  }

  @Test
  void a_post_is_sent_again_only_with_a_key() {
    server.script("/stock", Step.reply(503), Step.reply(200, "done"));
    application
        .withPropertyValues("reprise.http.clients.ordersClient=keyed")
        .run(context -> assertThat(context.getBean(Stock.class).order()).isEqualTo("done"));
    List<String> keys =
        server.requestLog().executed().stream()
            .map((ReceivedRequest request) -> request.header("Idempotency-Key").orElseThrow())
            .toList();
    assertThat(keys).hasSize(2);
    assertThat(keys.get(0)).isEqualTo(keys.get(1));
  }

  @Test
  void an_attribute_switches_the_retries_of_one_request_off_or_selects_another_policy() {
    application
        .withPropertyValues("reprise.http.clients.ordersClient=quick")
        .run(
            context -> {
              RestClient client = context.getBean(RestClient.class);
              assertThat(attempts(client, RetryAttributes.ENABLED, false)).isEqualTo(1);
              assertThat(attempts(client, RetryAttributes.ENABLED, true)).isEqualTo(3);
              assertThat(attempts(client, RetryAttributes.POLICY, "once")).isEqualTo(1);
            });
  }

  private int attempts(RestClient client, String attribute, Object value) {
    server.requestLog().clear();
    server.script("/a", Step.reply(503));
    return client
        .get()
        .uri("/a")
        .attribute(attribute, value)
        .exchange((request, response) -> server.requestLog().executedCount());
  }

  @Test
  void a_name_from_an_environment_variable_has_neither_case_nor_dashes() {
    server.script("/a", Step.reply(503), Step.reply(200, "done"));
    application
        .withPropertyValues("reprise.http.clients.ordersclient=quick")
        .run(
            context ->
                assertThat(
                        context
                            .getBean(RestClient.class)
                            .get()
                            .uri("/a")
                            .retrieve()
                            .body(String.class))
                    .isEqualTo("done"));
  }

  @Test
  void a_name_that_matches_nothing_and_a_policy_that_does_not_exist_stop_the_start() {
    application
        .withPropertyValues(
            "reprise.http.clients.orderClient=quick",
            "reprise.http.clients.mailTemplate=quik",
            "reprise.http.clients.stock-of-all=quick",
            "reprise.policies.once=maxAttempts=0")
        .run(
            context ->
                assertThat(mistakes(context.getStartupFailure()))
                    .extracting(
                        PropertyMistake::property, PropertyMistake::value, PropertyMistake::reason)
                    .containsExactly(
                        tuple(
                            "reprise.http.clients.mailTemplate",
                            "quik",
                            "there is no policy named quik, did you mean quick? Expected one of"
                                + " [default, keyed, once, quick]"),
                        tuple(
                            "reprise.http.clients.orderClient",
                            "quick",
                            "no bean of type RestClient, RestTemplate or WebClient and no group of"
                                + " HTTP interfaces is named orderClient, did you mean"
                                + " ordersClient? There are mailTemplate, ordersClient"),
                        tuple(
                            "reprise.http.clients.stock-of-all",
                            "quick",
                            "no bean of type RestClient, RestTemplate or WebClient and no group of"
                                + " HTTP interfaces is named stock-of-all; there are mailTemplate,"
                                + " ordersClient"),
                        tuple(
                            "reprise.policies.once",
                            "maxAttempts=0",
                            "at column 13: maxAttempts must be at least 1, but was 0")));
  }

  @Test
  void a_bean_that_proves_to_be_no_client_stops_the_start_when_it_exists() {
    application
        .withPropertyValues("reprise.http.clients.stock=quick")
        .run(
            context ->
                assertThat(mistakes(context.getStartupFailure()))
                    .extracting(PropertyMistake::property, PropertyMistake::origins)
                    .containsExactly(
                        tuple(
                            "reprise.http.clients.stock",
                            List.of(
                                "\"reprise.http.clients.stock\" from property source \"test\""))));
  }

  @Test
  void a_lazy_bean_that_may_be_a_client_is_not_created_for_the_check() {
    application
        .withBean(
            "stockClient", RestOperations.class, RestTemplate::new, bean -> bean.setLazyInit(true))
        .withPropertyValues("reprise.http.clients.stock-client=quick")
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(context.getBeanFactory().containsSingleton("stockClient")).isFalse();
            });
  }

  private static List<PropertyMistake> mistakes(Throwable failure) {
    assertThat(failure).isInstanceOf(InvalidPoliciesException.class);
    return ((InvalidPoliciesException) failure).mistakes();
  }

  @Test
  void a_reload_changes_the_attempts_of_the_next_request() {
    application
        .withPropertyValues("reprise.http.clients.ordersClient=quick")
        .run(
            context -> {
              RestClient client = context.getBean(RestClient.class);
              assertThat(attempts(client, RetryAttributes.ENABLED, true)).isEqualTo(3);
              context
                  .getBean(RetryRegistry.class)
                  .reload(Map.of("reprise.policies.quick", "maxAttempts=2 backoff=fixed(1ms)"));
              assertThat(attempts(client, RetryAttributes.ENABLED, true)).isEqualTo(2);
            });
  }

  @Test
  void a_client_that_is_built_by_hand_gets_retries_from_a_bean() {
    server.script("/a", Step.reply(503), Step.reply(200, "done"));
    application.run(
        context -> {
          RetryingClients clients = context.getBean(RetryingClients.class);
          RestClient client =
              RestClient.builder()
                  .requestFactory(new JdkClientHttpRequestFactory())
                  .apply(clients.restClient("quick"))
                  .build();
          assertThat(client.get().uri(server.uri("/a")).retrieve().body(String.class))
              .isEqualTo("done");
        });
  }

  @Test
  void a_customizer_changes_the_settings_that_no_policy_has() {
    server.script("/a", Step.reply(503), Step.reply(200, "done"));
    application
        .withBean(
            HttpRetryCustomizer.class,
            () -> (policy, settings) -> settings.attemptHeader("X-" + policy))
        .withPropertyValues("reprise.http.clients.ordersClient=quick")
        .run(
            context -> {
              context.getBean(RestClient.class).get().uri("/a").retrieve().toBodilessEntity();
              assertThat(server.requestLog().executed())
                  .map(request -> request.header("X-quick").orElseThrow())
                  .containsExactly("1", "2");
            });
  }

  @Test
  void without_spring_web_nothing_is_configured() {
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                RepriseAutoConfiguration.class, HttpClientsAutoConfiguration.class))
        .withClassLoader(
            new FilteredClassLoader("org.springframework.web", "org.springframework.http"))
        .run(
            context ->
                assertThat(context).hasNotFailed().doesNotHaveBean("repriseRetryingClients"));
  }

  @Test
  void nothing_is_retried_if_switched_off() {
    server.script("/a", Step.reply(503), Step.reply(200, "done"));
    application
        .withPropertyValues("reprise.enabled=false", "reprise.http.clients.ordersClient=quick")
        .run(context -> assertThat(context).doesNotHaveBean(RetryingClients.class));
  }
}
