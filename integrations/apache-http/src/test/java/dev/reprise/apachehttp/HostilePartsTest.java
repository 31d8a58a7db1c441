package dev.reprise.apachehttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.http.HttpRetry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.Transport;
import dev.reprise.time.RetryEnvironment;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.io.CloseMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Parts of the caller that throw or block. */
class HostilePartsTest {

  private static final String BODY = "the whole of the answer";
  private static final Duration SOON = Duration.ofSeconds(10);

  private final PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager();
  private FaultyHttpServer server;

  @BeforeEach
  void startServer() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
  }

  @AfterEach
  void all_connections_are_returned() throws InterruptedException {
    int leased = pool.getTotalStats().getLeased();
    pool.close(CloseMode.IMMEDIATE);
    server.close();
    assertThat(leased).isZero();
  }

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder()
        .maxAttempts(3)
        .backoff(Backoff.fixed(Duration.ofMillis(1)))
        .within(Duration.ofSeconds(30));
  }

  private static Retry retry(RetryPolicyBuilder policy) {
    return Retry.of(policy.build()).withBudget(RetryBudget.unlimited());
  }

  private String send(Retry retry, String path) throws IOException {
    CloseableHttpClient client =
        HttpClientRetry.of(HttpRetry.of(retry))
            .installOn(HttpClients.custom().setConnectionManager(pool))
            .build();
    return client.execute(
        new HttpGet(server.uri(path)),
        response -> response.getCode() + " " + EntityUtils.toString(response.getEntity()));
  }

  @Test
  void a_response_whose_condition_throws_is_closed() {
    server.script("/a", Step.reply(200, BODY));
    Retry retry =
        retry(
            policy()
                .retryOnResult(
                    HttpResponse.class,
                    response -> {
                      throw new IllegalStateException("a bug");
                    }));

    assertThatThrownBy(() -> send(retry, "/a")).isInstanceOf(ResultRejectedException.class);
  }

  @Test
  void a_response_that_only_the_policy_rejects_is_closed_before_the_next_attempt()
      throws IOException {
    server.script("/a", Step.reply(202, "pending ".repeat(20_000)), Step.reply(200, BODY));
    Retry retry =
        retry(policy().retryOnResult(HttpResponse.class, response -> response.getCode() == 202));

    assertThat(send(retry, "/a")).isEqualTo("200 " + BODY);
  }

  @Test
  void an_attempt_times_out_although_the_executor_is_blocked() {
    timesOut(task -> {});
  }

  @Test
  void an_attempt_times_out_although_the_executor_rejects() {
    timesOut(
        task -> {
          throw new RejectedExecutionException("shut down");
        });
  }

  private void timesOut(Executor executor) {
    server.script("/a", Faults.stall());
    Retry retry =
        retry(policy().maxAttempts(1).attemptTimeout(Duration.ofMillis(300)))
            .withEnvironment(RetryEnvironment.system().withExecutor(executor));

    assertThatThrownBy(() -> send(retry, "/a")).isInstanceOf(SocketTimeoutException.class);
  }
}
