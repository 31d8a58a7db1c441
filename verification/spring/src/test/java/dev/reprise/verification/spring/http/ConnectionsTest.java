package dev.reprise.verification.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.http.HttpRetry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.spring.http.RetryInterceptor;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.Transport;
import dev.reprise.time.RetryEnvironment;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** The connections of clients with a real pool. */
@Tag("same-on-each-boot")
class ConnectionsTest {

  private static final int CALLS = 100;

  private FaultyHttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static RestClient client(ClientHttpRequestFactory factory, String policy) {
    return client(factory, Retry.of(RetryPolicy.parse(policy)));
  }

  private static RestClient client(ClientHttpRequestFactory factory, Retry given) {
    Retry retry = given.withBudget(RetryBudget.unlimited());
    return RestClient.builder()
        .requestFactory(factory)
        .requestInterceptor(RetryInterceptor.of(HttpRetry.of(retry)))
        .build();
  }

  /** A pool with one connection, which waits for it as long as a stuck test may take. */
  private static CloseableHttpClient poolOfOne() {
    return HttpClients.custom()
        .setConnectionManager(
            PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(1)
                .setMaxConnPerRoute(1)
                .build())
        .setDefaultRequestConfig(
            RequestConfig.custom().setConnectionRequestTimeout(Timeout.ofSeconds(20)).build())
        .disableAutomaticRetries()
        .build();
  }

  private void everySecondRequestFails(int bodyLength) {
    String body = "x".repeat(bodyLength);
    server.script(
        "/a",
        (request, number) ->
            number % 2 == 1 ? Step.reply(503, body) : Step.reply(200, "done " + number));
  }

  private void makeCalls(RestClient client, int calls) {
    for (int call = 1; call <= calls; call++) {
      assertThat(client.get().uri(server.uri("/a")).retrieve().body(String.class))
          .isEqualTo("done " + 2 * call);
    }
  }

  @Test
  void apache_uses_its_only_connection_for_all_attempts_of_all_calls() throws IOException {
    everySecondRequestFails(20_000);
    try (CloseableHttpClient apache = poolOfOne()) {
      HttpComponentsClientHttpRequestFactory factory =
          new HttpComponentsClientHttpRequestFactory(apache);
      makeCalls(client(factory, "maxAttempts=2 backoff=fixed(1ms)"), CALLS);
    }
    assertThat(server.requestLog().connectionsOpened()).isEqualTo(1);
  }

  @Test
  void apache_reads_a_discarded_body_that_is_longer_than_the_held_part() throws IOException {
    everySecondRequestFails(300_000);
    try (CloseableHttpClient apache = poolOfOne()) {
      HttpComponentsClientHttpRequestFactory factory =
          new HttpComponentsClientHttpRequestFactory(apache);
      makeCalls(client(factory, "maxAttempts=2 backoff=fixed(1ms)"), 20);
    }
  }

  @Test
  void a_blocked_executor_does_not_keep_the_connection_of_a_discarded_body() throws IOException {
    everySecondRequestFails(300_000);
    Retry blocked =
        Retry.of(RetryPolicy.parse("maxAttempts=2 backoff=fixed(1ms)"))
            .withEnvironment(RetryEnvironment.system().withExecutor(neverRuns -> {}));
    try (CloseableHttpClient apache = poolOfOne()) {
      makeCalls(client(new HttpComponentsClientHttpRequestFactory(apache), blocked), 2);
    }
  }

  @Test
  void the_client_of_the_jdk_uses_one_connection_for_all_attempts_of_all_calls() {
    everySecondRequestFails(20_000);
    HttpClient jdk = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    makeCalls(
        client(new JdkClientHttpRequestFactory(jdk), "maxAttempts=2 backoff=fixed(1ms)"), CALLS);
    assertThat(server.requestLog().connectionsOpened()).isEqualTo(1);
  }

  @Test
  void http_url_connection_uses_one_connection_for_all_attempts_of_all_calls() {
    everySecondRequestFails(20_000);
    makeCalls(
        client(new SimpleClientHttpRequestFactory(), "maxAttempts=2 backoff=fixed(1ms)"), CALLS);
    assertThat(server.requestLog().connectionsOpened()).isEqualTo(1);
  }

  @Test
  void a_rejected_body_that_does_not_end_does_not_stop_the_call() {
    server.script(
        "/a",
        Step.slowBody(503, "x".repeat(1_000), 1, Duration.ofHours(1)),
        Step.reply(200, "done"));
    RestClient client =
        client(
            new JdkClientHttpRequestFactory(),
            "maxAttempts=2 backoff=fixed(1ms) attemptTimeout=400ms");
    assertThat(client.get().uri(server.uri("/a")).retrieve().body(String.class)).isEqualTo("done");
  }

  @Test
  void a_last_response_that_is_not_read_releases_its_connection() throws IOException {
    server.script("/a", (request, number) -> Step.reply(503, "x".repeat(300_000)));
    try (CloseableHttpClient apache = poolOfOne()) {
      RestClient client =
          client(
              new HttpComponentsClientHttpRequestFactory(apache),
              "maxAttempts=2 backoff=fixed(1ms)");
      for (int call = 0; call < 20; call++) {
        int status =
            client
                .get()
                .uri(server.uri("/a"))
                .exchange((request, response) -> response.getStatusCode().value());
        assertThat(status).isEqualTo(503);
      }
    }
  }
}
