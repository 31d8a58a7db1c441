package dev.reprise.jdkhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.Transport;
import dev.reprise.time.RetryEnvironment;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The body of a last response whose reading is stopped: by its time, a cancel, or an interrupt. */
final class StoppedReadingTest {

  private static final String LONG = "0123456789".repeat(100_000);

  private final Retry retry =
      Retry.of(TestClients.policy().attemptTimeout(Duration.ofSeconds(1)).build())
          .withBudget(RetryBudget.none());
  private final CountDownLatch reading = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private FaultyHttpServer server;

  @BeforeEach
  void start() throws Exception {
    server = FaultyHttpServer.start(Transport.HTTP_1);
    server.script("/", Step.slowBody(503, LONG, 1, Duration.ofMillis(20)));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** As one that writes a file: its resources are released at the end of the body. */
  private final class Writer implements BodySubscriber<String> {

    private final CompletableFuture<String> body = new CompletableFuture<>();

    @Override
    public CompletionStage<String> getBody() {
      return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      reading.countDown();
    }

    @Override
    public void onError(Throwable thrown) {
      failure.set(thrown);
      ended.countDown();
      body.complete("a part");
    }

    @Override
    public void onComplete() {
      body.complete("all");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SEND", "SEND_ASYNC"})
  void a_subscriber_gets_the_timeout_of_its_body(CallKind kind) throws Exception {
    RetryingHttpClient client = RetryingHttpClient.of(TestClients.bare(), retry);

    assertThatThrownBy(() -> kind.send(client, TestClients.get(server, "/"), info -> new Writer()))
        .isInstanceOf(HttpTimeoutException.class);

    assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(failure.get()).isInstanceOf(HttpTimeoutException.class);
  }

  @Test
  void a_subscriber_gets_the_cancel_of_its_request() throws Exception {
    RetryingHttpClient client =
        RetryingHttpClient.of(
            TestClients.bare(),
            retry.withPolicy(TestClients.policy().attemptTimeout(Duration.ofDays(1)).build()));
    CompletableFuture<?> future =
        client.sendAsync(TestClients.get(server, "/"), info -> new Writer());
    assertThat(reading.await(20, TimeUnit.SECONDS)).isTrue();

    future.cancel(true);

    assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(failure.get()).isInstanceOf(CancellationException.class);
  }

  @Test
  void a_blocked_executor_does_not_prevent_the_timeout_of_a_body() {
    Retry blocked = retry.withEnvironment(RetryEnvironment.system().withExecutor(neverRuns -> {}));
    RetryingHttpClient client = RetryingHttpClient.of(TestClients.bare(), blocked);

    assertThatThrownBy(() -> client.send(TestClients.get(server, "/"), BodyHandlers.ofString()))
        .isInstanceOf(HttpTimeoutException.class);
  }

  @Test
  void a_blocked_executor_does_not_prevent_the_end_of_holding() throws Exception {
    Retry blocked =
        TestClients.retry(TestClients.policy().attemptTimeout(Duration.ofDays(1)))
            .withEnvironment(RetryEnvironment.system().withExecutor(neverRuns -> {}));
    RetryingHttpClient client = RetryingHttpClient.of(TestClients.bare(), blocked);
    server.script(
        "/slow", Step.slowBody(503, LONG, 1, Duration.ofMillis(20)), Step.reply(200, "done"));

    assertThat(client.send(TestClients.get(server, "/slow"), BodyHandlers.ofString()).body())
        .isEqualTo("done");
  }
}
