package dev.reprise.jdkhttp;

import static dev.reprise.jdkhttp.TestClients.get;
import static dev.reprise.jdkhttp.TestClients.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.decision.StopReason;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.Transport;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieManager;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the shutdown of a client; Java 17 uses a wrapped client that has the methods of Java 21.
 */
final class ShutdownTest {

  private static final Duration SOON = Duration.ofSeconds(20);

  @Test
  void the_wrapped_client_is_shut_down_after_the_last_request_and_its_retries() throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      server.script("/", Step.reply(503).afterStall(), Step.reply(200, "done"));
      ClosableClient below = new ClosableClient(TestClients.bare());
      RetryingHttpClient client = RetryingHttpClient.of(below, retry(TestClients.policy()));
      CompletableFuture<HttpResponse<String>> future =
          client.sendAsync(get(server, "/"), BodyHandlers.ofString());
      assertThat(server.awaitStalled(1, SOON)).isTrue();
      client.shutdown();
      assertThat(below.heard()).isEmpty();
      assertThat(client.isTerminated()).isFalse();
      assertThat(client.awaitTermination(Duration.ZERO)).isFalse();
      server.release();
      assertThat(CallKind.got(future).body()).isEqualTo("done");
      assertThat(client.awaitTermination(SOON)).isTrue();
      assertThat(client.isTerminated()).isTrue();
      assertThat(below.heard()).startsWith("shutdown", "awaitTermination");
    }
  }

  @ParameterizedTest
  @EnumSource(CallKind.class)
  void a_client_that_was_shut_down_accepts_no_more_requests(CallKind shape) throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      RetryingHttpClient client = TestClients.retrying();
      client.shutdown();
      assertThatThrownBy(() -> shape.send(client, get(server, "/"), BodyHandlers.ofString()))
          .isInstanceOf(IOException.class)
          .hasMessage("closed");
      RetryResult<HttpResponse<String>> result =
          client.sendForResult(get(server, "/"), BodyHandlers.ofString());
      assertThat(result.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
      assertThat(result.attempts()).isEqualTo(1);
      assertThat(server.requestLog().receivedCount()).isZero();
    }
  }

  @Test
  void an_immediate_shutdown_cancels_running_requests() throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      server.script("/", Faults.stall());
      ClosableClient below = new ClosableClient(TestClients.bare());
      RetryingHttpClient client = RetryingHttpClient.of(below, retry(TestClients.policy()));
      CompletableFuture<HttpResponse<String>> future =
          client.sendAsync(get(server, "/"), BodyHandlers.ofString());
      assertThat(server.awaitStalled(1, SOON)).isTrue();
      client.shutdownNow();
      assertThatThrownBy(future::join).isInstanceOf(CancellationException.class);
      assertThat(below.heard()).contains("shutdownNow");
      assertThat(client.awaitTermination(SOON)).isTrue();
      assertThat(server.requestLog().awaitAbandoned(1, SOON)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void an_immediate_shutdown_ends_the_wait_of_a_blocking_request(boolean forResult)
      throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    Sleeper sleeper =
        nanos -> {
          waiting.countDown();
          Sleeper.system().sleep(nanos);
        };
    Retry retry =
        retry(TestClients.policy().backoff(Backoff.fixed(Duration.ofHours(1))).withoutTimeLimit())
            .withEnvironment(RetryEnvironment.system().withSleeper(sleeper));
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      server.script("/", Step.reply(503, "busy"));
      RetryingHttpClient client = RetryingHttpClient.of(TestClients.bare(), retry);
      HttpRequest request = get(server, "/");
      FutureTask<HttpResponse<String>> sending =
          new FutureTask<>(
              () ->
                  forResult
                      ? client.sendForResult(request, BodyHandlers.ofString()).value()
                      : client.send(request, BodyHandlers.ofString()));
      new Thread(sending).start();
      assertThat(waiting.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
      client.shutdownNow();
      assertThat(sending.get(SOON.toSeconds(), TimeUnit.SECONDS).body()).isEqualTo("busy");
      assertThat(client.awaitTermination(SOON)).isTrue();
      assertThat(server.requestLog().receivedCount()).isEqualTo(1);
    }
  }

  @Test
  void closing_waits_and_closes_the_wrapped_client() throws Exception {
    ClosableClient below = new ClosableClient(TestClients.bare());
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      CompletableFuture<HttpResponse<String>> future;
      try (RetryingHttpClient client = RetryingHttpClient.of(below, retry(TestClients.policy()))) {
        server.script("/", Step.reply(503), Step.reply(503), Step.reply(200, "done"));
        future = client.sendAsync(get(server, "/"), BodyHandlers.ofString());
      }
      assertThat(future.isDone()).isTrue();
      assertThat(CallKind.got(future).body()).isEqualTo("done");
      assertThat(below.heard()).startsWith("shutdown").endsWith("close");
    }
  }

  @Test
  void an_interrupt_while_closing_makes_the_shutdown_immediate() throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      server.script("/", Faults.stall());
      RetryingHttpClient client = TestClients.retrying();
      CompletableFuture<HttpResponse<String>> future =
          client.sendAsync(get(server, "/"), BodyHandlers.ofString());
      assertThat(server.awaitStalled(1, SOON)).isTrue();
      Thread.currentThread().interrupt();
      client.close();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(future).isCompletedExceptionally();
    }
  }

  @Test
  void a_wrapped_client_without_these_methods_stays_open() throws Exception {
    RetryingHttpClient client = TestClients.retrying();
    assertThat(client.isTerminated()).isFalse();
    client.shutdown();
    assertThat(client.awaitTermination(SOON)).isTrue();
    client.shutdownNow();
    client.close();
    assertThat(client.isTerminated()).isTrue();
  }

  @Test
  void the_client_of_the_jdk_is_shut_down_with_its_wrapper_since_java_21() throws Exception {
    HttpClient bare = TestClients.bare();
    RetryingHttpClient.of(bare).close();
    assertThat(new ClientShutdown(bare).isTerminated()).isTrue();
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      boolean refused = false;
      try {
        bare.send(get(server, "/"), BodyHandlers.discarding());
      } catch (IOException closed) {
        refused = true;
      }
      assertThat(refused).isEqualTo(Runtime.version().feature() >= 21);
    }
  }

  @Test
  void all_other_methods_are_those_of_the_wrapped_client() {
    HttpClient bare =
        TestClients.bareBuilder()
            .connectTimeout(Duration.ofSeconds(7))
            .followRedirects(HttpClient.Redirect.NORMAL)
            .version(HttpClient.Version.HTTP_1_1)
            .executor(Runnable::run)
            .cookieHandler(new CookieManager())
            .authenticator(new Authenticator() {})
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();
    RetryingHttpClient client = RetryingHttpClient.of(bare);
    assertThat(
            List.<Object>of(
                client.connectTimeout(),
                client.followRedirects(),
                client.version(),
                client.executor(),
                client.cookieHandler(),
                client.authenticator(),
                client.proxy(),
                client.sslContext(),
                List.of(client.sslParameters().getProtocols())))
        .isEqualTo(
            List.<Object>of(
                bare.connectTimeout(),
                bare.followRedirects(),
                bare.version(),
                bare.executor(),
                bare.cookieHandler(),
                bare.authenticator(),
                bare.proxy(),
                bare.sslContext(),
                List.of(bare.sslParameters().getProtocols())));
    assertThat(client.newWebSocketBuilder()).isNotNull();
    assertThat(client).hasToString("RetryingHttpClient(" + bare + ")");
    assertThatThrownBy(() -> RetryingHttpClient.of(client))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must not retry by itself");
    assertThatThrownBy(() -> client.holdingUpTo(-1))
        .hasMessage("holdingUpTo must be at least 0 bytes, but was -1");
  }
}
