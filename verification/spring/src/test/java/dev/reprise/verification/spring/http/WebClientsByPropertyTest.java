package dev.reprise.verification.spring.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.decision.StopReason;
import dev.reprise.function.Attempt;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.report.RetryReport;
import dev.reprise.spring.http.HttpClientsAutoConfiguration;
import dev.reprise.spring.http.HttpRetryCustomizer;
import dev.reprise.spring.http.RetryAttributes;
import dev.reprise.spring.http.RetryingWebClients;
import dev.reprise.spring.policies.InvalidPoliciesException;
import dev.reprise.spring.policies.PropertyMistake;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.log.ReceivedRequest;
import dev.reprise.testbed.http.protocol.Transport;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.core.env.Environment;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.reactive.function.client.ClientRequestObservationContext;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import org.springframework.web.reactive.function.client.support.WebClientAdapter;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;
import reactor.core.publisher.Mono;

/** WebClients that are beans, and the property that retries them. */
class WebClientsByPropertyTest {

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

    private final Queue<Integer> attempts = new ConcurrentLinkedQueue<>();

    @Bean
    ObservationRegistry observations() {
      return ObservationRegistry.create();
    }

    @Bean
    WebClient ordersClient(Environment environment, ObservationRegistry observations) {
      return WebClient.builder()
          .clientConnector(new JdkClientHttpConnector())
          .observationRegistry(observations)
          .baseUrl(environment.getRequiredProperty("server"))
          .filter(
              (request, next) -> {
                request
                    .attribute(RetryAttributes.ATTEMPT)
                    .ifPresent(attempt -> attempts.add(((Attempt) attempt).number()));
                return next.exchange(request);
              })
          .build();
    }

    @Bean
    @Scope("prototype")
    WebClient.Builder clients() {
      return WebClient.builder().clientConnector(new JdkClientHttpConnector());
    }

    @Bean
    Stock stock(WebClient ordersClient) {
      return HttpServiceProxyFactory.builderFor(WebClientAdapter.create(ordersClient))
          .build()
          .createClient(Stock.class);
    }
  }

  interface Stock {

    @GetExchange("/stock")
    Mono<String> count();

    @PostExchange("/stock")
    String order();
  }

  private static String get(WebClient client, String uri) {
    return client.get().uri(uri).retrieve().bodyToMono(String.class).block();
  }

  @Test
  void a_client_is_retried_by_its_property_and_other_filters_see_each_attempt() {
    server.script("/a", Step.reply(503), Step.reply(429), Step.reply(200, "done"));
    application
        .withPropertyValues("reprise.http.clients.orders-client=quick")
        .run(
            context -> {
              assertThat(get(context.getBean(WebClient.class), "/a")).isEqualTo("done");
              assertThat(server.requestLog().executedCount()).isEqualTo(3);
              assertThat(context.getBean(Clients.class).attempts).containsExactly(1, 2, 3);
            });
  }

  @Test
  void a_client_of_a_builder_with_the_property_is_retried_and_others_are_not() {
    server.script("/a", Step.reply(503), Step.reply(200, "done"));
    application
        .withPropertyValues("reprise.http.clients.clients=quick")
        .run(
            context -> {
              WebClient.Builder builder = context.getBean(WebClient.Builder.class);
              assertThat(get(builder.build(), server.uri("/a").toString())).isEqualTo("done");
              server.script("/a", Step.reply(503), Step.reply(200, "done"));
              assertThatExceptionOfType(WebClientResponseException.class)
                  .isThrownBy(() -> get(context.getBean(WebClient.class), "/a"));
            });
  }

  @Test
  void an_http_interface_is_retried_with_its_client_and_a_post_only_with_a_key() {
    server.script("/stock", Step.reply(503), Step.reply(200, "7"));
    application
        .withPropertyValues("reprise.http.clients.ordersClient=keyed")
        .run(
            context -> {
              Stock stock = context.getBean(Stock.class);
              assertThat(stock.count().block()).isEqualTo("7");
              server.requestLog().clear();
              server.script("/stock", Step.reply(503), Step.reply(200, "done"));
              assertThat(stock.order()).isEqualTo("done");
            });
    List<String> keys =
        server.requestLog().executed().stream()
            .map((ReceivedRequest request) -> request.header("Idempotency-Key").orElseThrow())
            .toList();
    assertThat(keys).hasSize(2);
    assertThat(keys.get(0)).isEqualTo(keys.get(1));
  }

  @Test
  void a_503_that_stays_becomes_the_exception_of_spring_with_the_report() {
    server.script("/a", Step.reply(503, "{\"text\":\"busy\"}", "Content-Type", "application/json"));
    application
        .withPropertyValues("reprise.http.clients.ordersClient=quick")
        .run(
            context -> {
              WebClient client = context.getBean(WebClient.class);
              WebClientResponseException failure =
                  catchThrowableOfType(WebClientResponseException.class, () -> get(client, "/a"));
              assertThat(failure.getStatusCode().value()).isEqualTo(503);
              assertThat(failure.getResponseBodyAs(Map.class)).isEqualTo(Map.of("text", "busy"));
              assertReported(RetryReport.of(failure).orElseThrow());
              RetryReport ofRequest =
                  client
                      .get()
                      .uri("/a")
                      .exchangeToMono(
                          response ->
                              response
                                  .releaseBody()
                                  .then(
                                      Mono.justOrEmpty(RetryAttributes.report(response.request()))))
                      .block();
              assertReported(ofRequest);
              WebClientResponseException error =
                  catchThrowableOfType(
                      WebClientResponseException.class,
                      () ->
                          client
                              .get()
                              .uri("/a")
                              .exchangeToMono(response -> response.createError())
                              .block());
              assertReported(RetryReport.of(error).orElseThrow());
            });
  }

  private static void assertReported(RetryReport report) {
    assertThat(report.attempts()).isEqualTo(3);
    assertThat(report.stopReason()).isEqualTo(StopReason.ATTEMPTS);
    assertThat(report.retry()).isEqualTo("quick");
  }

  @Test
  void a_failure_without_a_response_has_the_report() {
    application
        .withPropertyValues("reprise.http.clients.ordersClient=quick")
        .run(
            context -> {
              server.close();
              WebClientRequestException failure =
                  catchThrowableOfType(
                      WebClientRequestException.class,
                      () -> get(context.getBean(WebClient.class), "/a"));
              assertReported(RetryReport.of(failure).orElseThrow());
            });
  }

  @Test
  void an_attribute_switches_the_retries_of_one_request_off_or_selects_another_policy() {
    application
        .withPropertyValues("reprise.http.clients.ordersClient=quick")
        .run(
            context -> {
              WebClient client = context.getBean(WebClient.class);
              assertThat(attempts(client, RetryAttributes.ENABLED, false)).isEqualTo(1);
              assertThat(attempts(client, RetryAttributes.ENABLED, true)).isEqualTo(3);
              assertThat(attempts(client, RetryAttributes.POLICY, "once")).isEqualTo(1);
              assertThatIllegalArgumentException()
                  .isThrownBy(() -> attempts(client, RetryAttributes.POLICY, 1))
                  .withMessageContaining("attribute dev.reprise.policy must be the name");
            });
  }

  private int attempts(WebClient client, String attribute, Object value) {
    server.requestLog().clear();
    server.script("/a", Step.reply(503));
    client
        .get()
        .uri("/a")
        .attribute(attribute, value)
        .exchangeToMono(response -> response.releaseBody())
        .block();
    return server.requestLog().executedCount();
  }

  @Test
  void a_reload_changes_the_attempts_of_the_next_request() {
    application
        .withPropertyValues("reprise.http.clients.ORDERSCLIENT=quick")
        .run(
            context -> {
              WebClient client = context.getBean(WebClient.class);
              assertThat(attempts(client, RetryAttributes.ENABLED, true)).isEqualTo(3);
              context
                  .getBean(RetryRegistry.class)
                  .reload(Map.of("reprise.policies.quick", "maxAttempts=2 backoff=fixed(1ms)"));
              assertThat(attempts(client, RetryAttributes.ENABLED, true)).isEqualTo(2);
            });
  }

  @Test
  void the_observation_of_the_request_counts_the_repeated_attempts() {
    server.script("/a", Step.reply(503), Step.reply(429), Step.reply(200, "done"));
    BlockingQueue<String> resent = new LinkedBlockingQueue<>();
    application
        .withPropertyValues("reprise.http.clients.ordersClient=quick")
        .run(
            context -> {
              context
                  .getBean(ObservationRegistry.class)
                  .observationConfig()
                  .observationHandler(new Resent(resent));
              get(context.getBean(WebClient.class), "/a");
              assertThat(resent.poll(10, TimeUnit.SECONDS))
                  .isEqualTo("2"); // stopped after the response
            });
  }

  private record Resent(Queue<String> counts) implements ObservationHandler<Observation.Context> {

    @Override
    public void onStop(Observation.Context context) {
      counts.add(context.getHighCardinalityKeyValue("http.request.resend_count").getValue());
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
      return context instanceof ClientRequestObservationContext;
    }
  }

  @Test
  void a_client_that_is_built_by_hand_gets_retries_from_a_bean_and_the_customizers() {
    server.script("/a", Step.reply(503), Step.reply(200, "done"));
    application
        .withBean(
            HttpRetryCustomizer.class,
            () -> (policy, settings) -> settings.attemptHeader("X-" + policy))
        .run(
            context -> {
              RetryingWebClients clients = context.getBean(RetryingWebClients.class);
              WebClient client =
                  WebClient.builder()
                      .clientConnector(new JdkClientHttpConnector())
                      .apply(clients.webClient("quick"))
                      .build();
              assertThat(get(client, server.uri("/a").toString())).isEqualTo("done");
              assertThat(server.requestLog().executed())
                  .map(request -> request.header("X-quick").orElseThrow())
                  .containsExactly("1", "2");
              assertThatIllegalArgumentException().isThrownBy(() -> clients.webClient("quik"));
            });
  }

  @Test
  void a_name_that_matches_nothing_stops_the_start_and_the_web_clients_are_listed() {
    application
        .withPropertyValues("reprise.http.clients.orderClient=quick")
        .run(
            context ->
                assertThat(mistakes(context.getStartupFailure()))
                    .extracting(PropertyMistake::property, PropertyMistake::reason)
                    .containsExactly(
                        tuple(
                            "reprise.http.clients.orderClient",
                            "no bean of type RestClient, RestTemplate or WebClient and no group of"
                                + " HTTP interfaces is named orderClient, did you mean"
                                + " ordersClient? There are clients, ordersClient")));
  }

  private static List<PropertyMistake> mistakes(Throwable failure) {
    assertThat(failure).isInstanceOf(InvalidPoliciesException.class);
    return ((InvalidPoliciesException) failure).mistakes();
  }

  @Test
  void without_spring_webflux_only_the_other_clients_are_retried() {
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                RepriseAutoConfiguration.class, HttpClientsAutoConfiguration.class))
        .withClassLoader(new FilteredClassLoader("org.springframework.web.reactive", "reactor"))
        .run(
            (ApplicationContext context) -> {
              assertThat(context.containsBean("repriseRetryingClients")).isTrue();
              assertThat(context.containsBean("repriseRetryingWebClients")).isFalse();
            });
  }
}
