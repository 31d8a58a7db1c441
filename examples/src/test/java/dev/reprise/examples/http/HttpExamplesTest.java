package dev.reprise.examples.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.classify.Outcome;
import dev.reprise.http.HttpRetry;
import dev.reprise.jdkhttp.RetryingHttpClient;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpExamplesTest {

  private FaultyHttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a_GET_is_retried_until_it_succeeds() throws Exception {
    server.script("/page", Step.reply(503), Faults.resetWithoutResponse(), Step.reply(200, "page"));

    assertThat(JdkClient.get(JdkClient.retrying(), server.uri("/page")).body()).isEqualTo("page");
  }

  @Test
  void a_future_is_completed_by_a_later_attempt() throws Exception {
    server.script("/page", Step.reply(503), Step.reply(200, "page"));

    String body =
        JdkClient.later(JdkClient.retrying(), server.uri("/page")).get(30, TimeUnit.SECONDS);

    assertThat(body).isEqualTo("page");
  }

  @Test
  void a_payment_has_one_key_in_all_attempts() throws Exception {
    server.script("/payments", Faults.closeWithoutResponse(), Step.reply(503), Step.reply(201));
    HttpClient client = JdkClient.retrying(HttpSettings.payments());

    assertThat(JdkClient.pay(client, server.uri("/payments"), "10 EUR").statusCode())
        .isEqualTo(201);
    assertThat(values("Idempotency-Key")).hasSize(3).containsOnly(values("Idempotency-Key").get(0));
  }

  @Test
  void without_a_key_a_payment_is_not_retried() throws Exception {
    server.script("/payments", Step.reply(503), Step.reply(201));

    assertThat(JdkClient.pay(JdkClient.retrying(), server.uri("/payments"), "10 EUR").statusCode())
        .isEqualTo(503);
  }

  @Test
  void a_key_set_by_the_caller_is_kept() throws Exception {
    server.script("/payments", Step.reply(503), Step.reply(201));
    HttpRequest request = JdkClient.ownKey(server.uri("/payments"), "10 EUR");

    HttpResponse<Void> response = JdkClient.retrying().send(request, BodyHandlers.discarding());

    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(values("Idempotency-Key")).containsExactly("\"order-17\"", "\"order-17\"");
  }

  @Test
  void the_server_receives_the_number_of_the_attempt() throws Exception {
    server.script("/page", Step.reply(503), Step.reply(200));
    HttpRetry told = HttpSettings.told(HttpSettings.payments());

    JdkClient.get(JdkClient.retrying(told), server.uri("/page"));

    assertThat(values("X-Attempt")).containsExactly("1", "2");
    assertThat(values("X-Time-Left-Ms"))
        .allSatisfy(millis -> assertThat(millis).matches("[1-3]\\d{3}|\\d{1,3}"));
  }

  @Test
  void rows_are_replaced() throws Exception {
    server.script("/a", Step.reply(409), Step.reply(200));
    server.script("/b", Step.reply(500), Step.reply(200));
    HttpClient client = JdkClient.retrying(HttpSettings.otherRows(HttpSettings.payments()));

    assertThat(JdkClient.get(client, server.uri("/a")).statusCode()).isEqualTo(200);
    assertThat(JdkClient.get(client, server.uri("/b")).statusCode()).isEqualTo(500);
  }

  @Test
  void hints_in_milliseconds_are_an_option() throws Exception {
    server.script(
        "/a", Step.reply(429, "", "retry-after-ms", "1", "Retry-After", "3600"), Step.reply(200));
    HttpClient client = JdkClient.retrying(HttpSettings.precise(HttpSettings.payments()));

    assertThat(JdkClient.get(client, server.uri("/a")).statusCode()).isEqualTo(200);
  }

  @Test
  void a_job_is_polled_until_it_is_done() throws Exception {
    server.script(
        "/job",
        Step.reply(202, "", "Retry-After", "0"),
        Step.reply(202, "", "Retry-After", "0"),
        Step.reply(200, "done"));
    HttpClient client =
        RetryingHttpClient.of(HttpClient.newHttpClient(), Retry.of(HttpSettings.untilDone()));

    assertThat(JdkClient.get(client, server.uri("/job")).body()).isEqualTo("done");
  }

  @Test
  void a_result_contains_the_report() {
    server.script("/page", Step.reply(503), Step.reply(200));
    RetryingHttpClient client = RetryingHttpClient.of(HttpClient.newHttpClient());

    assertThat(JdkClient.explained(client, HttpRequest.newBuilder(server.uri("/page")).build()))
        .isEqualTo("2 attempts, succeeded");
  }

  @Test
  void a_request_within_an_attempt_has_the_remaining_time() throws Exception {
    server.script("/page", Step.reply(200, "page"));
    RetryingHttpClient client = RetryingHttpClient.of(HttpClient.newHttpClient());

    HttpResponse<String> response =
        Retry.of(RetryPolicy.defaults())
            .callWith(attempt -> JdkClient.nested(client, attempt, server.uri("/page")));

    assertThat(response.body()).isEqualTo("page");
  }

  @Test
  void a_hint_with_a_point_in_time_is_understood() throws Exception {
    server.script(
        "/repos", Step.reply(429, "", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "1060"));
    RetryPolicy policy = HttpSettings.github(() -> Instant.ofEpochSecond(1_000));
    HttpResponse<String> limited = JdkClient.get(HttpClient.newHttpClient(), server.uri("/repos"));

    assertThat(policy.conditions().classify(Outcome.returned(limited)).hintNanos())
        .isEqualTo(Duration.ofSeconds(60).toNanos());
  }

  private List<String> values(String header) {
    return server.requestLog().received().stream()
        .map(request -> request.header(header).orElse("none"))
        .toList();
  }
}
