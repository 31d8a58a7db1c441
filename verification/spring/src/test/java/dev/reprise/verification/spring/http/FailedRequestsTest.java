package dev.reprise.verification.spring.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import dev.reprise.spring.http.HttpClientsAutoConfiguration;
import dev.reprise.spring.http.RetryAttributes;
import dev.reprise.spring.http.RetryingClients;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.RefusingPort;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.Transport;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.observation.ClientRequestObservationContext;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/** What the caller, an outer call and an observation get of requests that were retried. */
class FailedRequestsTest {

  private FaultyHttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static ApplicationContextRunner application() {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                RepriseAutoConfiguration.class, HttpClientsAutoConfiguration.class))
        .withPropertyValues(
            "reprise.policies.quick=maxAttempts=3 backoff=fixed(1ms)",
            "reprise.policies.short=maxAttempts=2 backoff=fixed(1ms) attemptTimeout=300ms",
            "reprise.policies.scarce=maxAttempts=2 backoff=fixed(1ms)",
            "reprise.policies.scarce.budget=bucket(5, 5)");
  }

  private static void with(String policy, Consumer<RestClient> test) {
    application()
        .run(
            context ->
                test.accept(
                    RestClient.builder()
                        .requestFactory(new JdkClientHttpRequestFactory())
                        .apply(context.getBean(RetryingClients.class).restClient(policy))
                        .build()));
  }

  @Test
  void an_exception_of_io_has_the_report() throws IOException {
    try (RefusingPort port = FaultyHttpServer.refusingPort()) {
      URI nowhere = port.uri("/a");
      with(
          "quick",
          client -> {
            ResourceAccessException failure =
                catchThrowableOfType(
                    ResourceAccessException.class,
                    () -> client.get().uri(nowhere).retrieve().toBodilessEntity());
            assertThat(RetryReport.of(failure).orElseThrow().attempts()).isEqualTo(3);
          });
    }
  }

  @Test
  void an_attempt_that_takes_too_long_is_an_exception_of_io() {
    server.script("/a", Faults.stall());
    with(
        "short",
        client -> {
          ResourceAccessException failure =
              catchThrowableOfType(
                  ResourceAccessException.class,
                  () -> client.get().uri(server.uri("/a")).retrieve().toBodilessEntity());
          assertThat(failure).hasCauseInstanceOf(SocketTimeoutException.class);
          assertThat(RetryReport.of(failure).orElseThrow().attempts()).isEqualTo(2);
        });
  }

  @Test
  void the_report_of_a_post_that_was_not_sent_again_has_the_reason() {
    server.script("/a", Step.reply(503));
    with(
        "quick",
        client -> {
          HttpServerErrorException failure =
              catchThrowableOfType(
                  HttpServerErrorException.class,
                  () -> client.post().uri(server.uri("/a")).retrieve().toBodilessEntity());
          RetryReport report = RetryReport.of(failure).orElseThrow();
          assertThat(report.attempts()).isEqualTo(1);
          assertThat(report.stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
        });
  }

  @Test
  void a_status_handler_of_the_application_gets_the_last_response_and_the_report() {
    server.script("/a", Step.reply(503));
    with(
        "quick",
        client -> {
          List<Integer> attempts = new ArrayList<>();
          client
              .get()
              .uri(server.uri("/a"))
              .retrieve()
              .onStatus(
                  HttpStatusCode::isError,
                  (request, response) ->
                      attempts.add(RetryAttributes.report(request).orElseThrow().attempts()))
              .toBodilessEntity();
          assertThat(attempts).containsExactly(3);
        });
  }

  @Test
  void an_outer_call_does_not_repeat_the_retries() {
    server.script("/a", Step.reply(503));
    with(
        "quick",
        client -> {
          RetryResult<?> outer =
              Retry.of(RetryPolicy.parse("maxAttempts=3 backoff=fixed(1ms)"))
                  .execute(() -> client.get().uri(server.uri("/a")).retrieve().toBodilessEntity());
          assertThat(outer.stopReason()).isEqualTo(StopReason.ALREADY_RETRIED);
          assertThat(server.requestLog().executedCount()).isEqualTo(3);
        });
  }

  @Test
  void an_outer_call_does_not_repeat_the_retries_of_a_rest_template() {
    server.script("/a", Step.reply(503));
    application()
        .run(
            context -> {
              RestTemplate template = new RestTemplate(new JdkClientHttpRequestFactory());
              context.getBean(RetryingClients.class).restTemplate("quick").accept(template);
              RetryResult<?> outer =
                  Retry.of(RetryPolicy.parse("maxAttempts=3 backoff=fixed(1ms)"))
                      .execute(() -> template.getForObject(server.uri("/a"), String.class));
              assertThat(outer.stopReason()).isEqualTo(StopReason.ALREADY_RETRIED);
              assertThat(server.requestLog().executedCount()).isEqualTo(3);
            });
  }

  @Test
  void a_host_that_is_down_does_not_use_up_the_budget_of_another() throws IOException {
    server.script("/a", Step.reply(503));
    try (FaultyHttpServer other = FaultyHttpServer.start(Transport.HTTP_1)) {
      other.script("/a", Step.reply(503), Step.reply(200, "done"));
      with(
          "scarce",
          client -> {
            assertThat(requestsOf(client)).isEqualTo(2);
            assertThat(requestsOf(client)).isEqualTo(1);
            assertThat(client.get().uri(other.uri("/a")).retrieve().body(String.class))
                .isEqualTo("done");
          });
    }
  }

  private int requestsOf(RestClient client) {
    server.requestLog().clear();
    return client
        .get()
        .uri(server.uri("/a"))
        .exchange((request, response) -> server.requestLog().executedCount());
  }

  @Test
  void bodies_are_read_within_the_attempt_if_the_property_has_a_length() {
    server.script("/a", Faults.closeInBody("the whole body", 3), Step.reply(200, "done"));
    application()
        .withPropertyValues("reprise.http.read-bodies-up-to=1MB")
        .run(
            context -> {
              RestClient client =
                  RestClient.builder()
                      .requestFactory(new JdkClientHttpRequestFactory())
                      .apply(context.getBean(RetryingClients.class).restClient("quick"))
                      .build();
              assertThat(client.get().uri(server.uri("/a")).retrieve().body(String.class))
                  .isEqualTo("done");
            });
  }

  @Test
  void one_observation_of_a_request_contains_all_attempts_and_their_number() {
    server.script("/a", Step.reply(503), Step.reply(503), Step.reply(200, "done"));
    List<Observation.Context> stopped = new ArrayList<>();
    ObservationRegistry observations = ObservationRegistry.create();
    observations.observationConfig().observationHandler(handler(stopped));
    application()
        .withBean(ObservationRegistry.class, () -> observations)
        .run(
            context ->
                RestClient.builder()
                    .requestFactory(new JdkClientHttpRequestFactory())
                    .observationRegistry(observations)
                    .apply(context.getBean(RetryingClients.class).restClient("quick"))
                    .build()
                    .get()
                    .uri(server.uri("/a"))
                    .retrieve()
                    .toBodilessEntity());
    assertThat(stopped).hasSize(1);
    assertThat(stopped.get(0).getHighCardinalityKeyValue("http.request.resend_count").getValue())
        .isEqualTo("2");
  }

  private static ObservationHandler<ClientRequestObservationContext> handler(
      List<Observation.Context> stopped) {
    return new ObservationHandler<>() {
      @Override
      public boolean supportsContext(Observation.Context context) {
        return context instanceof ClientRequestObservationContext;
      }

      @Override
      public void onStop(ClientRequestObservationContext context) {
        stopped.add(context);
      }
    };
  }
}
