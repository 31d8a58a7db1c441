package dev.reprise.okhttp;

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
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Parts of the caller that throw or block. */
class HostilePartsTest {

  private static final String BODY = "the whole of the answer";
  private static final Duration SOON = Duration.ofSeconds(10);

  private final OkHttpClient plain = new OkHttpClient();
  private FaultyHttpServer server;

  @BeforeEach
  void startServer() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
  }

  @AfterEach
  void all_connections_are_returned() throws InterruptedException {
    plain.connectionPool().evictAll();
    boolean closed = server.requestLog().awaitConnectionsOpen(0, SOON);
    server.close();
    assertThat(closed).isTrue();
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
    OkHttpClient client =
        plain.newBuilder().addInterceptor(RetryInterceptor.of(HttpRetry.of(retry))).build();
    Request request = new Request.Builder().url(server.uri(path).toString()).build();
    try (Response response = client.newCall(request).execute()) {
      return response.code() + " " + response.body().string();
    }
  }

  @Test
  void a_response_whose_condition_throws_is_closed() {
    server.script("/a", Step.reply(200, BODY));
    Retry retry =
        retry(
            policy()
                .retryOnResult(
                    Response.class,
                    response -> {
                      throw new IllegalStateException("a bug");
                    }));

    assertThatThrownBy(() -> send(retry, "/a")).isInstanceOf(ResultRejectedException.class);
  }

  @Test
  void a_response_that_only_the_policy_rejects_is_closed_before_the_next_attempt()
      throws IOException {
    server.script("/a", Step.reply(202, "pending ".repeat(20_000)), Step.reply(200, BODY));
    Retry retry = retry(policy().retryOnResult(Response.class, response -> response.code() == 202));

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
    server.script("/a", Faults.stallInBody(BODY, 5));
    Retry retry =
        retry(policy().maxAttempts(1).attemptTimeout(Duration.ofMillis(300)))
            .withEnvironment(RetryEnvironment.system().withExecutor(executor));
    OkHttpClient client =
        plain
            .newBuilder()
            .readTimeout(Duration.ZERO)
            .addInterceptor(RetryInterceptor.of(HttpRetry.of(retry)).readingBodiesUpTo(1_000))
            .build();
    Request request = new Request.Builder().url(server.uri("/a").toString()).build();

    assertThatThrownBy(() -> client.newCall(request).execute().close())
        .isInstanceOf(SocketTimeoutException.class);
  }
}
