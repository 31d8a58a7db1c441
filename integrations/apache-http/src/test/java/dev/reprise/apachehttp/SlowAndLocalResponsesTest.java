package dev.reprise.apachehttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.http.HttpRetry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.io.CloseMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests responses from the client's cache and bodies that do not arrive. */
class SlowAndLocalResponsesTest {

  private static final String LONG = "0123456789".repeat(10_000);

  private FaultyHttpServer server;

  @BeforeEach
  void startServer() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder()
        .maxAttempts(3)
        .backoff(Backoff.fixed(Duration.ofMillis(1)))
        .within(Duration.ofSeconds(8));
  }

  private static HttpClientBuilder builder(RetryPolicyBuilder policy, RetryBudget budget) {
    Retry retry = Retry.of(policy.build()).withBudget(budget);
    return HttpClientRetry.of(HttpRetry.of(retry)).installOn(HttpClients.custom());
  }

  /** The status and the beginning of the body. */
  private String send(HttpClientBuilder builder, HttpGet request, int bytes) throws Exception {
    CloseableHttpClient client = builder.build();
    try {
      ClassicHttpResponse response =
          client.executeOpen(HttpHost.create(request.getUri()), request, null);
      byte[] body = bytes == 0 ? new byte[0] : response.getEntity().getContent().readNBytes(bytes);
      return response.getCode() + " " + new String(body, StandardCharsets.US_ASCII);
    } finally {
      client.close(CloseMode.IMMEDIATE);
    }
  }

  @Test
  void an_only_if_cached_request_without_a_cached_response_is_not_retried() throws Exception {
    RetryPolicyBuilder waiting =
        policy().backoff(Backoff.fixed(Duration.ofDays(1))).withoutTimeLimit();
    HttpClientBuilder caching =
        builder(waiting, RetryBudget.unlimited())
            .addExecInterceptorBefore(
                ChainElement.PROTOCOL.name(),
                "cache",
                (request, scope, chain) -> new BasicClassicHttpResponse(504));
    HttpGet request = new HttpGet(server.uri("/a"));
    request.addHeader("Cache-Control", "max-stale=5, Only-If-Cached");

    assertThat(send(caching, request, 0)).startsWith("504");
  }

  @Test
  void a_504_of_a_server_is_retried() throws Exception {
    server.script("/a", Step.reply(504), Step.reply(200));

    assertThat(send(builder(policy(), RetryBudget.unlimited()), new HttpGet(server.uri("/a")), 0))
        .startsWith("200");
  }

  @Test
  void a_slow_body_does_not_use_up_the_time_of_the_call() throws Exception {
    server.script("/a", Step.slowBody(503, LONG, 1, Duration.ofMillis(20)), Step.reply(200));

    assertThat(send(builder(policy(), RetryBudget.unlimited()), new HttpGet(server.uri("/a")), 0))
        .startsWith("200");
    assertThat(server.requestLog().executedCount()).isEqualTo(2);
  }

  @Test
  void a_response_with_a_slow_body_is_returned_if_no_attempt_follows() throws Exception {
    server.script("/a", Step.slowBody(503, LONG, 1, Duration.ofMillis(20)));

    assertThat(send(builder(policy(), RetryBudget.none()), new HttpGet(server.uri("/a")), 20))
        .isEqualTo("503 01234567890123456789");
  }

  @Test
  void the_last_response_is_not_read_completely_even_if_its_status_is_retried() throws Exception {
    server.script("/a", Step.slowBody(503, LONG, 1, Duration.ofMillis(20)));
    Retry retry = Retry.of(policy().maxAttempts(1).within(Duration.ofSeconds(3)).build());
    HttpClientRetry reading = HttpClientRetry.of(HttpRetry.of(retry)).readingBodiesUpTo(100_000);

    assertThat(send(reading.installOn(HttpClients.custom()), new HttpGet(server.uri("/a")), 20))
        .isEqualTo("503 01234567890123456789");
  }

  @Test
  void a_response_whose_body_stalls_is_returned_if_no_attempt_follows() throws Exception {
    server.script("/a", Step.slowBody(503, LONG, 1, Duration.ofDays(1)));

    assertThat(send(builder(policy(), RetryBudget.none()), new HttpGet(server.uri("/a")), 0))
        .startsWith("503");
  }
}
